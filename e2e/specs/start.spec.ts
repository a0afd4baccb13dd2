/** `npm start` as a process: remaining processes, output, and stored data. */
import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findPostgres, startPostgres } from '@dr/test-kit/postgres-cluster'
import { createRpc, readBlock } from '@dr/tools/dev/chain/rpc'
import { isRunning, waitUntilEnded } from '@dr/tools/dev/processes'
import { expect, test } from '@playwright/test'
import { freePort, type Product, startProduct } from '../fixtures/product.ts'

const ENDED_MS = 10_000
/** Post, finality, file, check and confirmation, each a few seconds after the other. */
const CONFIRMED = { timeout: 60_000 }
const travelFile = fileURLToPath(new URL('../../tools/dev/travel.ts', import.meta.url))

interface PublicConfig {
  readonly genesisInviteCode: string
  readonly contracts: object
}
const configOf = async ({ url }: Product): Promise<PublicConfig> => {
  const response = await fetch(`${url}/api/v1/public/config`)
  return ((await response.json()) as { data: PublicConfig }).data
}

/** Processes of the chain, as recorded in its folder. */
const chainProcesses = (dataDirectory: string) => {
  const running = JSON.parse(readFileSync(join(dataDirectory, 'chain', 'running.json'), 'utf8')) as {
    supervisor: number
    anvil: number
  }
  return [
    { pid: running.supervisor, command: 'supervisor.ts' },
    { pid: running.anvil, command: 'anvil' },
  ]
}

test.describe('npm start', () => {
  let dataDirectory: string
  test.beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'dr-start-'))
  })
  test.afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }))

  test('stops cleanly on Ctrl-C, starts again with its data, and survives kill -9', async () => {
    const first = await startProduct({ dataDirectory })
    const before = await configOf(first)
    const processes = chainProcesses(dataDirectory)
    const final = await readBlock(createRpc(first.chainUrl), 'finalized')
    expect(await first.stop()).toBe(0)
    expect(processes.filter(isRunning)).toEqual([])

    const second = await startProduct({ dataDirectory })
    expect(await configOf(second)).toMatchObject({
      genesisInviteCode: before.genesisInviteCode,
      contracts: before.contracts,
    })
    expect(await readBlock(createRpc(second.chainUrl), final?.number ?? -1)).toEqual(final)

    const orphans = chainProcesses(dataDirectory)
    const last = await readBlock(createRpc(second.chainUrl), 'finalized')
    second.process.kill('SIGKILL')
    for (const orphan of orphans) expect(await waitUntilEnded(orphan, ENDED_MS)).toBe(true)

    const third = await startProduct({ dataDirectory })
    expect(await readBlock(createRpc(third.chainUrl), last?.number ?? -1)).toEqual(last)
    expect(await third.stop()).toBe(0)
  })

  test('notices a chain that is behind its database, and offers a reset that deletes nothing', async () => {
    const state = join(dataDirectory, 'chain', 'state.json')
    const kept = join(dataDirectory, 'older-state.json')
    const first = await startProduct({ dataDirectory })
    copyFileSync(state, kept)
    await delay(5_000)
    await first.stop()
    // As after a power cut: the database has blocks that the saved chain lacks.
    copyFileSync(kept, state)
    await expect(startProduct({ dataDirectory })).rejects.toThrow(/npm start -- --reset/)

    const fresh = await startProduct({ dataDirectory, args: ['--reset'] })
    expect(fresh.output()).toContain('What was there is in')
    await fresh.stop()
    const [aside] = readdirSync(dataDirectory).filter((name) => name.startsWith('before-reset-'))
    expect(existsSync(join(dataDirectory, aside ?? '', 'db'))).toBe(true)
    expect(existsSync(join(dataDirectory, aside ?? '', 'chain', 'state.json'))).toBe(true)
  })

  test('eight days of time travel bring roots that are confirmed, and final', async () => {
    const { url, chainUrl, stop } = await startProduct({ dataDirectory })
    const statesOf = async (): Promise<readonly string[]> => {
      const answer = await fetch(`${url}/api/v1/public/roots`)
      const { data } = (await answer.json()) as { data: { epochs: { state: string }[] } }
      return data.epochs.map(({ state }) => state)
    }
    await expect.poll(statesOf, CONFIRMED).toEqual(['confirmed'])
    const env = { ...process.env, CHAIN_PORT: new URL(chainUrl).port, DATA_DIR: dataDirectory }
    const { stdout } = await promisify(execFile)(process.execPath, [travelFile, '8d'], { env })
    expect(stdout).toContain('Epoch 2 is confirmed.')
    await expect.poll(statesOf, CONFIRMED).toEqual(['confirmed', 'final', 'final'])
    expect(readdirSync(join(dataDirectory, 'witness')).toSorted()).toEqual(
      ['facts', 'roots'].flatMap((kind) => [1, 2, 3].map((epoch) => `${kind}-${epoch}.txt`)),
    )
    expect(await stop()).toBe(0)
  })

  const onPostgres = async (): Promise<void> => {
    const cluster = await startPostgres()
    const databaseUrl = cluster.url('postgres')
    try {
      const first = await startProduct({ dataDirectory, databaseUrl })
      expect(existsSync(join(dataDirectory, 'db'))).toBe(false)
      const before = await configOf(first)
      expect(await first.stop()).toBe(0)
      await expect(startProduct({ dataDirectory, databaseUrl, args: ['--reset'] })).rejects.toThrow(
        '--reset=postgres',
      )
      const second = await startProduct({ dataDirectory, databaseUrl })
      expect(await configOf(second)).toMatchObject({ genesisInviteCode: before.genesisInviteCode })
      await second.stop()
      const third = await startProduct({ dataDirectory, databaseUrl, args: ['--reset=postgres'] })
      expect(await configOf(third)).not.toMatchObject({ genesisInviteCode: before.genesisInviteCode })
      await third.stop()
    } finally {
      await cluster.stop()
    }
  }
  if (findPostgres() === undefined) {
    process.stderr.write(
      'SKIPPED: npm start on PostgreSQL (none installed; Debian: apt-get install postgresql)\n',
    )
  } else test('runs on PostgreSQL, and empties only the database that is named', onPostgres)

  for (const variable of ['port', 'chainPort'] as const) {
    test(`a taken ${variable} is said by the variable's name`, async () => {
      const port = await freePort()
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      const name = variable === 'port' ? 'PORT' : 'CHAIN_PORT'
      try {
        await expect(startProduct({ dataDirectory, [variable]: port })).rejects.toThrow(
          `${name}=${port + 1} npm start`,
        )
      } finally {
        await new Promise((resolve) => server.close(resolve))
      }
    })
  }
})
