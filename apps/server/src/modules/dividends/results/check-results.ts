import type { PublicClient } from 'viem'
import { type CheckedWeek, type CheckInput, checkWeeks } from '../../weeks/index.ts'
import { DIVIDEND_CONFIG } from '../default-config.ts'
import { formatRules, parseRules } from '../dividend-config.rules.ts'
import type { HolderWeek } from '../power/holder-week.rules.ts'
import { FINE } from '../power/scaled-power.rules.ts'
import { type Recomputed, recomputeWeeks } from './recompute-weeks.rules.ts'
import { dividendText, readPublishedWeek } from './result-file.rules.ts'

/** Outcome of one week's check. */
export interface CheckedDividends extends CheckedWeek<Recomputed> {
  /**
   * Numbers of items taken from the file because they are not on chain: events counted late, holders with
   * requests to pledge or unpledge.
   */
  readonly late: number
  readonly requests: number
}

const hasAsked = ({ bought, joining, leaving }: HolderWeek): boolean =>
  leaving > 0n || joining !== bought * FINE

/** Recomputes the dividends of every week up to `lastWeek`, and compares them with the published ones. */
export const checkResults = async (client: PublicClient, input: CheckInput): Promise<CheckedDividends[]> => {
  const checked = await checkWeeks(client, input, {
    kind: 'dividends',
    recompute: (facts, texts) => recomputeWeeks(facts, texts.map(readPublishedWeek)),
    textOf: dividendText,
    rulesOf: ({ rules }) => ({ said: formatRules(parseRules(rules)), ours: formatRules(DIVIDEND_CONFIG) }),
  })
  return checked.map((one) => ({
    ...one,
    late: one.computed.late.length,
    requests: one.computed.holders.filter(hasAsked).length,
  }))
}
