/** A closed week is recomputed by the rules in its file, whatever the current rules are. */
import { WAD } from '@dr/protocol/amounts'
import { weekOf, weekStart } from '@dr/protocol/rules/weeks'
import { describeOnDatabase } from '@dr/test-kit'
import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { DatabasePod } from '../../../../test/modules/pod-database.ts'
import type { Database } from '../../../platform/database/database.ts'
import { DIVIDEND_CONFIG } from '../default-config.ts'

const FIRST = weekOf(1_795_000_000n)
const deps = { firstWeek: FIRST, config: DIVIDEND_CONFIG, drPriceAt: async () => WAD / 2n }
const CHANGED = { ...DIVIDEND_CONFIG, powerBps: 30_000n, weekCapBps: 4_000n, winners: 1 }
const inWeek = (week: bigint, seconds = 3_600n): bigint => weekStart(FIRST + week) + seconds

/** Hashes of the files that version 1.0.6 published for the first two weeks of `fourWeeks`. */
const PUBLISHED_BY_1_0_6 = [
  '0xbac16d46d4f5ff0018744a9be05aaf2f2f16cafc27be0ef0332d99cf3db24b2d',
  '0x32596d6dbd62eed7d1c974a639248bad90ebaf6e583ec09421f026c5ccca74c3',
]

interface PublishedFile {
  readonly rules: { readonly powerBps?: string }
  readonly holders: readonly { readonly bought: string }[]
}

const read = (text: string): PublishedFile => JSON.parse(text)
const boughtIn = (text: string): bigint[] => read(text).holders.map(({ bought }) => BigInt(bought) / WAD)

/** Weeks 0 and 1 by today's rules, week 2 and 3 by others, introduced while week 2 was open. */
const fourWeeks = async (pod: DatabasePod) => {
  await pod.setClock(inWeek(0n))
  await pod.buy(inWeek(0n), { user: 1, power: 1_000n * WAD })
  await pod.receive(inWeek(0n), 'USDT', 40n * WAD)
  await pod.setClock(inWeek(1n))
  await pod.closeDue()
  await pod.buy(inWeek(1n), { user: 2, power: 3_000n * WAD })
  await pod.receive(inWeek(1n), 'USDT', 5_000n * WAD)
  await pod.setClock(inWeek(2n))
  await pod.closeDue()
  await pod.buy(inWeek(2n, 10n), { user: 1, power: 200n * WAD })
  pod.changeRules(CHANGED)
  await pod.buy(inWeek(2n, 20n), { user: 3, power: 600n * WAD })
  await pod.setClock(inWeek(3n))
  await pod.closeDue()
  await pod.buy(inWeek(3n, 20n), { user: 3, power: 900n * WAD })
  await pod.setClock(inWeek(4n))
  await pod.closeDue()
}

const open = async (openDatabase: () => Promise<Database>) => {
  const database = await openDatabase()
  return { database, pod: new DatabasePod(database, deps) }
}

describeOnDatabase('a week closed by other rules than today’s', ({ openDatabase }) => {
  test('says which, and is computed again to the same bytes', async () => {
    const { pod } = await open(openDatabase)
    await fourWeeks(pod)
    const results = await pod.results()
    for (const { published, recomputed } of results) expect(recomputed).toBe(published)
    const published = results.map((result) => result.published)
    expect(published.map((text) => read(text).rules.powerBps)).toEqual(['20000', '20000', '30000', '30000'])
    // User 1's second purchase was quoted by the previous rule, and counts in a week that closed by the next
    // one.
    expect(published.map(boughtIn)).toEqual([[1_000n], [0n, 3_000n], [200n, 0n, 600n], [0n, 0n, 900n]])
  })

  test('where its file does not say the power of a dollar, it is that of version 1.0.6', async () => {
    const { database, pod } = await open(openDatabase)
    await fourWeeks(pod)
    // The first two weeks as stored by 1.0.6.
    await database.transaction(async (tx) => {
      await tx.query({ text: 'ALTER TABLE dividend_week DISABLE TRIGGER USER' })
      await tx.query({
        text: `UPDATE dividend_week SET rules = rules - 'powerBps' WHERE week < $1`,
        values: [FIRST + 2n],
      })
      await tx.query({ text: 'ALTER TABLE dividend_week ENABLE TRIGGER USER' })
    })
    const results = await pod.results()
    for (const { published, recomputed } of results) expect(recomputed).toBe(published)
    const hashes = results.map(({ published }) => keccak256(stringToBytes(published)))
    expect(hashes.slice(0, 2)).toEqual(PUBLISHED_BY_1_0_6)
    const said = results.map(({ published }) => read(published).rules.powerBps)
    expect(said).toEqual([undefined, undefined, '30000', '30000'])
  })
})
