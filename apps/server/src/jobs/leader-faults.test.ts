/**
 * Faults of a leader's host, with real processes on a real PostgreSQL: another process becomes the leader,
 * and the old one writes nothing.
 */
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  describeOnPostgres,
  type FreezingProxy,
  openTestPostgres,
  spawnTied,
  startFreezingProxy,
  stopProcess,
} from '@dr/test-kit'
import { expect, type TestContext, test, vi } from 'vitest'
import type { Database } from '../platform/database/database.ts'

const LEADER = fileURLToPath(new URL('../../test/engines/leader.ts', import.meta.url))
/**
 * ADR 0033. Asserted only with `FULL=1`: in the short form, which runs with each change, other tests share
 * the machine.
 */
const LED_WITHIN_SECONDS = 20
const FULL = process.env.FULL === '1'
const PATIENCE = { timeout: 90_000, interval: 50 }
const WAYS = ['transaction', 'single', 'orm', 'script']

interface Candidate {
  readonly who: string
  readonly child: ChildProcess
  /** Time of its first such output, milliseconds; undefined without any. */
  at(what: string): number | undefined
  untilSaid(what: string): Promise<number>
}

type OnFinished = TestContext['onTestFinished']

const start = async (
  url: string,
  who: string,
  { mode = 'between', onTestFinished }: { mode?: string; onTestFinished: OnFinished },
): Promise<Candidate> => {
  const child = spawnTied(process.execPath, [LEADER, url, who, mode])
  onTestFinished(() => stopProcess(child, 'SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const at = (what: string) => {
    const line = text.split('\n').find((one) => one.split(' ').slice(1).join(' ') === what)
    return line === undefined ? undefined : Number(line.split(' ')[0])
  }
  const untilSaid = (what: string) =>
    vi.waitFor(() => {
      const time = at(what)
      if (time === undefined) throw new Error(`${who} has not said "${what}": ${text.slice(-500)}`)
      return time
    }, PATIENCE)
  await untilSaid('started')
  return { who, child, at, untilSaid }
}

const open = async (onTestFinished: OnFinished) => {
  const { database, url } = await openTestPostgres()
  onTestFinished(() => database.close())
  await database.single.script(
    'CREATE TABLE written (id bigint GENERATED ALWAYS AS IDENTITY, who text NOT NULL, how text NOT NULL)',
  )
  return { database, url }
}

const idsOf = async ({ read }: Database, { who }: Candidate): Promise<number[]> => {
  const text = 'SELECT id FROM written WHERE who = $1 ORDER BY id'
  return (await read.query<{ id: bigint }>({ text, values: [who] })).rows.map(({ id }) => Number(id))
}

/** Expects the second one to lead within the limit after the fault. */
const expectLeads = async (fault: string, at: number, second: Candidate): Promise<void> => {
  const seconds = ((await second.untilSaid('leads')) - at) / 1_000
  process.stderr.write(`leader ${fault}: another led after ${seconds.toFixed(1)} s\n`)
  if (FULL) expect(seconds).toBeLessThanOrEqual(LED_WITHIN_SECONDS)
}

/** Not `expect.poll`: it needs the current test, which Vitest does not provide in concurrent ones. */
const untilWrites = (database: Database, candidate: Candidate): Promise<void> =>
  vi.waitFor(async () => {
    if ((await idsOf(database, candidate)).length === 0) throw new Error(`${candidate.who} writes nothing`)
  }, PATIENCE)

/**
 * The first leader, at work, and a second process that waits. `through`: the first one's address of the
 * database.
 */
const openTwo = async (
  onTestFinished: OnFinished,
  { mode = 'between', through }: { mode?: string; through?: (url: string) => Promise<string> } = {},
) => {
  const { database, url } = await open(onTestFinished)
  const first = await start((await through?.(url)) ?? url, 'first', { mode, onTestFinished })
  await (mode === 'inside' ? first.untilSaid('inside') : untilWrites(database, first))
  return { database, first, second: await start(url, 'second', { onTestFinished }) }
}

const expectNothingAfter = async (database: Database, first: Candidate, second: Candidate): Promise<void> => {
  const [begin = 0] = await idsOf(database, second)
  expect(begin).toBeGreaterThan(0)
  expect((await idsOf(database, first)).filter((id) => id > begin)).toEqual([])
}

describeOnPostgres('a leader whose host', () => {
  test.concurrent('is killed: another leads', async ({ onTestFinished }) => {
    const { database, first, second } = await openTwo(onTestFinished)
    const at = Date.now()
    first.child.kill('SIGKILL')
    await untilWrites(database, second)
    await expectLeads('killed', at, second)
    await expectNothingAfter(database, first, second)
  })

  test.concurrent.for(['between', 'inside'])(
    'is frozen (%s transactions): another leads; continued, it writes nothing',
    async (mode, { onTestFinished }) => {
      const { database, first, second } = await openTwo(onTestFinished, { mode })
      const at = Date.now()
      first.child.kill('SIGSTOP')
      await untilWrites(database, second)
      await expectLeads(`frozen ${mode} transactions`, at, second)
      first.child.kill('SIGCONT')
      for (const how of WAYS) await first.untilSaid(`refused ${how}`)
      await first.untilSaid('ended')
      await expectNothingAfter(database, first, second)
      expect(second.at('lost')).toBeUndefined()
    },
  )

  const openCutOff = async (onTestFinished: OnFinished) => {
    let proxy: FreezingProxy | undefined
    const through = async (url: string) => {
      const direct = new URL(url)
      proxy = await startFreezingProxy(Number(direct.port))
      return url.replace(`:${direct.port}/`, `:${proxy.port}/`)
    }
    onTestFinished(() => proxy?.stop())
    const opened = await openTwo(onTestFinished, { through })
    return { ...opened, cut: () => proxy?.cut(), heal: () => proxy?.heal() }
  }

  test.concurrent('vanishes, process and network at once, without a word: another leads', async ({
    onTestFinished,
  }) => {
    const { database, first, second, cut } = await openCutOff(onTestFinished)
    const at = Date.now()
    cut()
    first.child.kill('SIGKILL')
    await untilWrites(database, second)
    await expectLeads('vanished', at, second)
    await expectNothingAfter(database, first, second)
  })

  test.concurrent('is cut off: it stops by itself, then another leads; back on the network it writes nothing', async ({
    onTestFinished,
  }) => {
    const { database, first, second, cut, heal } = await openCutOff(onTestFinished)
    const at = Date.now()
    cut()
    await untilWrites(database, second)
    await expectLeads('cut off', at, second)
    expect(await first.untilSaid('lost')).toBeLessThan(await second.untilSaid('leads'))
    heal()
    await first.untilSaid('ended')
    await expectNothingAfter(database, first, second)
    expect(second.at('lost')).toBeUndefined()
  })
})
