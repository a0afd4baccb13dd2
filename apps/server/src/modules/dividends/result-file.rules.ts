/**
 * The published result of a week, as text: one JSON object, its fields in this order, no spaces, one holder a line, sorted
 * by address. The same figures are the same bytes, so its Keccak-256 hash says whether two computed the same (ADR 0012).
 * Pure. Amounts are decimal strings of base units; shares and indexes are ADR 0011's.
 */

import { weekEnd, weekStart } from '@dr/protocol/weeks'
import type { ResultOrigin } from '../results/index.ts'
import { type EventName, formatPayout, type Payout } from '../weeks/index.ts'
import type { PublishedRules } from './dividend-config.rules.ts'
import type { Income } from './income.ts'
import type { HolderWeek } from './power/holder-week.rules.ts'
import type { ClosePoint } from './power/scaled-power.rules.ts'

type Hex = `0x${string}`

interface ResultPrize {
  readonly rank: number
  readonly account: Hex
  readonly bought: bigint
  readonly amount: Payout
}

/** What a week came to, but for its holders. */
export interface ResultHead {
  readonly week: bigint
  readonly origin: ResultOrigin
  /** The rules it was closed by. */
  readonly rules: PublishedRules
  readonly income: Income
  readonly carriedIn: Payout
  readonly drPrice: bigint | null
  readonly pledged: bigint
  readonly dividends: Payout
  readonly prizes: readonly ResultPrize[]
  readonly carried: Payout
  readonly point: ClosePoint
  readonly shares: bigint
  readonly sharesAfter: bigint
  /** Fine power. */
  readonly joining: bigint
  /** Shares. */
  readonly leaving: bigint
  /** Events counted in this week though they happened before it, in the order of the chain. */
  readonly late: readonly EventName[]
}

const RESULT_VERSION = 1

/** Everything before the holders, the list's opening bracket included. */
const headText = (head: ResultHead): string => {
  const { week, origin, rules, income, point } = head
  const fields = {
    kind: 'dividends',
    version: RESULT_VERSION,
    week: week.toString(),
    startsAt: weekStart(week).toString(),
    endsAt: weekEnd(week).toString(),
    chainId: origin.chainId,
    contracts: origin.contracts,
    rules,
    income: {
      swapFees: formatPayout(income['swap-fees']),
      operator: formatPayout(income.operator),
      carried: formatPayout(head.carriedIn),
    },
    late: head.late.map(({ txHash, logIndex }) => ({ txHash, logIndex })),
    drPrice: head.drPrice?.toString() ?? null,
    pledged: head.pledged.toString(),
    dividends: formatPayout(head.dividends),
    prizes: head.prizes.map(({ rank, account, bought, amount }) => ({
      ...{ rank, account, bought: bought.toString() },
      ...formatPayout(amount),
    })),
    carried: formatPayout(head.carried),
    index: {
      generation: point.generation.toString(),
      left: point.index.left.toString(),
      paid: formatPayout(point.index.paid),
      endsGeneration: point.endsGeneration,
    },
    shares: {
      during: head.shares.toString(),
      leaving: head.leaving.toString(),
      joining: head.joining.toString(),
      after: head.sharesAfter.toString(),
    },
  }
  return `${JSON.stringify(fields).slice(0, -1)},"holders":[\n`
}

/** One holder's line, without its end. */
const holderText = (holder: HolderWeek): string =>
  JSON.stringify({
    account: holder.account,
    shares: holder.shares.toString(),
    pledged: holder.pledged.toString(),
    bought: holder.bought.toString(),
    joining: holder.joining.toString(),
    leaving: holder.leaving.toString(),
    dividends: formatPayout(holder.dividends),
    total: formatPayout(holder.total),
    left: holder.left.toString(),
  })

/** The whole file, piece by piece. */
export async function* resultText(
  head: ResultHead,
  holders: AsyncIterable<HolderWeek> | Iterable<HolderWeek>,
): AsyncGenerator<string> {
  yield headText(head)
  let first = true
  for await (const holder of holders) {
    yield first ? holderText(holder) : `,\n${holderText(holder)}`
    first = false
  }
  yield '\n]}\n'
}
