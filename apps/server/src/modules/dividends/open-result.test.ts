import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WAD } from '@dr/protocol/amounts'
import { describeOnBoth } from '@dr/test-kit'
import { keccak256, stringToBytes } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { weekOf, weekStart } from '../pod-power/week.rules.ts'
import { DIVIDEND_CONFIG } from './default-config.ts'
import { createResultOpener } from './open-result.ts'
import { WeekNotClosedError, writeResult } from './publish-result.ts'
import { insertResult } from './results.ts'
import { DatabasePod, ORIGIN } from './test-database-pod.ts'

const FIRST = weekOf(1_795_000_000n)

describeOnBoth('a published result', ({ openDatabase }) => {
  test('is written again where it is missing, and shown only when it is the one that was published', async () => {
    const database = await openDatabase()
    const directory = await mkdtemp(join(tmpdir(), 'dr-results-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const pod = new DatabasePod(database, {
      ...{ firstWeek: FIRST, config: DIVIDEND_CONFIG },
      drPriceAt: async () => null,
    })
    await pod.setClock(weekStart(FIRST))
    await pod.buy(weekStart(FIRST), { user: 1, power: 100n * WAD })
    await pod.setClock(weekStart(FIRST + 2n))
    await pod.closeDue()

    const publish = { origin: ORIGIN, directory }
    const open = createResultOpener({ reader: database.read, publish })
    expect(await open(FIRST)).toBeNull() // closed, and not published yet
    await expect(writeResult(database.read, publish, FIRST + 2n)).rejects.toThrow(WeekNotClosedError)
    const file = await writeResult(database.read, publish, FIRST)
    await insertResult(database.single, { week: FIRST, ...file })
    await writeFile(join(directory, `dividends-${FIRST}.json`), 'of a chain before this one')
    const paths = await Promise.all([open(FIRST), open(FIRST), open(FIRST)])
    expect(new Set(paths).size).toBe(1)
    const text = await readFile(paths[0] ?? '', 'utf8')
    expect([keccak256(stringToBytes(text)), text.length]).toEqual([file.hash, file.bytes])
    await rm(paths[0] ?? '')
    const restarted = createResultOpener({ reader: database.read, publish })
    expect(await readFile((await restarted(FIRST)) ?? '', 'utf8')).toBe(text)

    await insertResult(database.single, { week: FIRST + 1n, hash: `0x${'99'.repeat(32)}`, bytes: 1 })
    await expect(open(FIRST + 1n)).rejects.toThrow(/was published, now it is/)
    await expect(open(FIRST + 1n)).rejects.toThrow(/was published, now it is/)
    expect(await readdir(directory)).toEqual([`dividends-${FIRST}.json`])
  })
})
