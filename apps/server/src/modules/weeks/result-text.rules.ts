/**
 * The common format of the published results of all pools: one JSON object, fields in fixed order, no spaces,
 * one line for each entry of a list. Equal figures give equal bytes, so the Keccak-256 hash shows whether two
 * results are equal (ADR 0012). Pure.
 */
import { weekEnd, weekStart } from '@dr/protocol/rules/weeks'
import * as z from 'zod'
import {
  publishedContracts,
  publishedHex,
  publishedWhole,
  type ResultName,
  type ResultOrigin,
} from '../results/index.ts'
import type { EventName } from './chain-facts.ts'
import { formatPayout } from './payout.rules.ts'
import type { PoolWeek } from './weekly-pool.ts'

const RESULT_VERSION = 1

/** The first fields of every result. */
export const commonFields = <Rules>(
  kind: ResultName['kind'],
  closed: Pick<PoolWeek<Rules>, 'week' | 'income' | 'carriedIn' | 'rules'> & {
    readonly origin: ResultOrigin
  },
) => ({
  kind,
  version: RESULT_VERSION,
  week: closed.week.toString(),
  startsAt: weekStart(closed.week).toString(),
  endsAt: weekEnd(closed.week).toString(),
  chainId: closed.origin.chainId,
  contracts: closed.origin.contracts,
  rules: closed.rules,
  income: {
    swapFees: formatPayout(closed.income['swap-fees']),
    operator: formatPayout(closed.income.operator),
    carried: formatPayout(closed.carriedIn),
  },
})

export const lateFields = (late: readonly EventName[]) =>
  late.map(({ txHash, logIndex }) => ({ txHash, logIndex }))

/** The text of the file in pieces: its fields, then each list with one line for each entry. */
export async function* resultText<Entry>(
  fields: object,
  lists: Readonly<Record<string, AsyncIterable<Entry> | Iterable<Entry>>>,
): AsyncGenerator<string> {
  yield JSON.stringify(fields).slice(0, -1)
  for (const [name, entries] of Object.entries(lists)) {
    yield `,"${name}":[\n`
    let first = true
    for await (const entry of entries) {
      yield first ? JSON.stringify(entry) : `,\n${JSON.stringify(entry)}`
      first = false
    }
    yield '\n]'
  }
  yield '}\n'
}

export const publishedEvent = z.object({ txHash: publishedHex(32), logIndex: z.number().int() })

/**
 * The fields of every published result that recomputing reads, without those that the chain's events
 * determine.
 */
export const publishedFields = <K extends ResultName['kind'], R extends z.ZodType>(kind: K, rules: R) => ({
  kind: z.literal(kind),
  version: z.literal(RESULT_VERSION),
  week: publishedWhole,
  chainId: z.number().int(),
  contracts: publishedContracts,
  rules,
  late: z.array(publishedEvent),
})
