/** A closed week is recomputed by the rules in its file, whatever the current rules are. */

import { WAD } from '@dr/protocol/amounts'
import { weekOf, weekStart } from '@dr/protocol/rules/weeks'
import { describeOnDatabase } from '@dr/test-kit'
import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import { DatabaseNodes, recomputed } from '../../../test/modules/nodes-database.ts'
import type { Database } from '../../platform/database/database.ts'
import { areClaimsBooked } from '../claims/index.ts'
import { NODE_CONFIG } from './default-config.ts'

const FIRST = weekOf(1_795_000_000n)
/** An inviter's part was twice as much before: inviters' amounts of that time exceed today's rule. */
const CHANGED = { ownMinimum: 500n * WAD, directMinimum: 5_000n * WAD, inviterBps: 1_000n }
const inWeek = (week: bigint, seconds = 3_600n): bigint => weekStart(FIRST + week) + seconds

/** Hashes of the files that version 1.0.6 published for the first two weeks of `fourWeeks`. */
const PUBLISHED_BY_1_0_6 = [
  '0x1b786cdea2248cc33856445bf7a56e17eedf914c36a7ca988c3afe138831c537',
  '0x2deac231c7439d456cc05f84bc44a10e745a59a51c829c6e4b65da48d124a013',
]

interface PublishedFile {
  readonly rules: unknown
  readonly flushes: readonly { readonly amount: string }[]
  readonly nodes: readonly unknown[]
}

const read = (text: string): PublishedFile => JSON.parse(text)

/** Weeks 0 and 1 by today's rules, week 2 and 3 by others, introduced while week 2 was open. */
const fourWeeks = async (nodes: DatabaseNodes) => {
  const flush = (at: bigint) => nodes.receive(at, { kind: 'swap-fees', token: 'USDT', amount: 8n * WAD })
  await nodes.setClock(inWeek(0n))
  await nodes.join(inWeek(0n), 0, { genesis: true })
  await nodes.join(inWeek(0n), 1)
  await nodes.bind(inWeek(0n), { person: 1, inviter: 0 })
  await nodes.stake(inWeek(0n), { person: 0, value: 600n * WAD, days: 60 })
  await nodes.stake(inWeek(0n), { person: 1, value: 6_000n * WAD, days: 60 })
  for (const week of [0n, 1n]) {
    await flush(inWeek(week))
    await nodes.setClock(inWeek(week + 1n))
    await nodes.close()
  }
  await flush(inWeek(2n, 10n))
  nodes.changeRules(CHANGED)
  await flush(inWeek(2n, 20n))
  await nodes.setClock(inWeek(3n))
  await nodes.close()
  await flush(inWeek(3n))
  await nodes.setClock(inWeek(4n))
  await nodes.close()
}

const open = async (openDatabase: () => Promise<Database>) => {
  const database = await openDatabase()
  return {
    database,
    nodes: new DatabaseNodes(database, { firstWeek: FIRST, config: NODE_CONFIG, areClaimsBooked }),
  }
}

describeOnDatabase('a week of the node pool closed by other rules than today’s', ({ openDatabase }) => {
  test('says which, and is computed again to the same bytes', async () => {
    const { nodes } = await open(openDatabase)
    await fourWeeks(nodes)
    const published = await nodes.published()
    expect(await recomputed(nodes.facts(), published)).toEqual(published)
    const files = published.map(read)
    expect(files.map(({ rules }) => rules)).toEqual(
      [NODE_CONFIG, NODE_CONFIG, CHANGED, CHANGED].map((rules) =>
        Object.fromEntries(Object.entries(rules).map(([name, value]) => [name, value.toString()])),
      ),
    )
    expect(files.map((file) => file.nodes.length)).toEqual([0, 0, 1, 1])
    const eight = (8n * WAD).toString()
    expect(files.map(({ flushes }) => flushes.map(({ amount }) => amount))).toEqual([
      [eight],
      [eight],
      [eight, eight],
      [eight],
    ])
  })

  test('where its file does not say the inviters’ part, it is that of version 1.0.6', async () => {
    const { database, nodes } = await open(openDatabase)
    await fourWeeks(nodes)
    // The first two weeks as stored by 1.0.6.
    await database.transaction(async (tx) => {
      await tx.query({ text: 'ALTER TABLE node_week DISABLE TRIGGER USER' })
      await tx.query({
        text: `UPDATE node_week SET rules = rules - 'inviterBps' WHERE week < $1`,
        values: [FIRST + 2n],
      })
      await tx.query({ text: 'ALTER TABLE node_week ENABLE TRIGGER USER' })
    })
    const published = await nodes.published()
    const hashes = published.map((text) => keccak256(stringToBytes(text)))
    expect(hashes.slice(0, 2)).toEqual(PUBLISHED_BY_1_0_6)
    expect(published.map((text) => text.includes('inviterBps'))).toEqual([false, false, true, true])
    expect(await recomputed(nodes.facts(), published)).toEqual(published)
  })
})
