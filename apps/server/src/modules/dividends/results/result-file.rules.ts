/**
 * The published result of a week of dividends (ADR 0012). Pure. Amounts in base units; shares and indexes are
 * ADR 0011's.
 */

import * as z from 'zod'
import type { LowerHex } from '../../../platform/hex.ts'
import { publishedHex as hex, type ResultOrigin, publishedWhole as whole } from '../../results/index.ts'
import {
  commonFields,
  type EventName,
  formatPayout,
  lateFields,
  type Payout,
  publishedFields,
  resultText,
} from '../../weeks/index.ts'
import { publishedRules } from '../dividend-config.rules.ts'
import type { ClosedWeek } from '../dividends-pool.ts'
import type { HolderWeek } from '../power/holder-week.rules.ts'
import type { ClosePoint } from '../power/scaled-power.rules.ts'

interface ResultPrize {
  readonly rank: number
  readonly account: LowerHex
  readonly bought: bigint
  readonly amount: Payout
}

/** The result of a week, without its holders. */
export interface ResultHead extends Omit<ClosedWeek, 'prize' | 'closedAt'> {
  readonly origin: ResultOrigin
  readonly prizes: readonly ResultPrize[]
  readonly point: ClosePoint
  readonly shares: bigint
  readonly sharesAfter: bigint
  /** Fine power that joins. */
  readonly joining: bigint
  /** Shares that leave. */
  readonly leaving: bigint
  /** Events counted in this week although they happened before it, in the order of the chain. */
  readonly late: readonly EventName[]
}

const fieldsOf = (head: ResultHead) => ({
  ...commonFields('dividends', head),
  late: lateFields(head.late),
  drPrice: head.drPrice?.toString() ?? null,
  pledged: head.pledged.toString(),
  dividends: formatPayout(head.dividends),
  prizes: head.prizes.map(({ rank, account, bought, amount }) => ({
    rank,
    account,
    bought: bought.toString(),
    ...formatPayout(amount),
  })),
  carried: formatPayout(head.carried),
  index: {
    generation: head.point.generation.toString(),
    left: head.point.index.left.toString(),
    paid: formatPayout(head.point.index.paid),
    endsGeneration: head.point.endsGeneration,
  },
  shares: {
    during: head.shares.toString(),
    leaving: head.leaving.toString(),
    joining: head.joining.toString(),
    after: head.sharesAfter.toString(),
  },
})

type Holders = AsyncIterable<HolderWeek> | Iterable<HolderWeek>

async function* holderFields(holders: Holders) {
  for await (const holder of holders) {
    yield {
      account: holder.account,
      shares: holder.shares.toString(),
      pledged: holder.pledged.toString(),
      bought: holder.bought.toString(),
      joining: holder.joining.toString(),
      leaving: holder.leaving.toString(),
      dividends: formatPayout(holder.dividends),
      total: formatPayout(holder.total),
      left: holder.left.toString(),
    }
  }
}

/** The text of the file in pieces. `holders`: sorted by address. */
export const dividendText = (result: ResultHead & { readonly holders: Holders }): AsyncIterable<string> =>
  resultText(fieldsOf(result), { holders: holderFields(result.holders) })

const publishedSchema = z.object({
  ...publishedFields('dividends', publishedRules),
  holders: z.array(z.object({ account: hex(20), bought: whole, joining: whole, leaving: whole })),
})

/**
 * The fields of a published result that recomputing reads, without those that the chain's events determine.
 */
export type PublishedWeek = z.output<typeof publishedSchema>

/** @throws ZodError if the text is not a published result. */
export const readPublishedWeek = (text: string): PublishedWeek => publishedSchema.parse(JSON.parse(text))
