/** The text of an epoch's facts, beside its file: read from the ledger's rows, which never change for its time. */
import { formatFactsHead, formatMachineFact, formatPowerFact } from '@dr/protocol/roots/facts-file'
import type { Reader } from '../../platform/database/database.ts'
import { readMachineFacts, readPowerFacts } from '../mining/index.ts'
import { readStoredLines } from './roots-store.ts'

const BATCH = 5_000

/** `id`: the stored roots file's. */
export async function* factsText(reader: Reader, id: bigint): AsyncGenerator<string> {
  const first = await readStoredLines(reader, id).next()
  if (first.done) throw new Error(`roots file ${id} has no text`)
  const { head } = first.value
  yield formatFactsHead(head)
  const before = BigInt(head.snapshotTime)
  for (let after = 0n, more = true; more; ) {
    const facts = await readMachineFacts(reader, { after, before, limit: BATCH })
    yield facts.map(formatMachineFact).join('')
    after = facts.at(-1)?.purchase ?? after
    more = facts.length === BATCH
  }
  for (let after = { account: '', at: 0n }, more = true; more; ) {
    const facts = await readPowerFacts(reader, { after, before, limit: BATCH })
    yield facts.map(formatPowerFact).join('')
    after = facts.at(-1) ?? after
    more = facts.length === BATCH
  }
}
