import { mulDivDown, WAD } from '@dr/protocol/amounts'
import type { DividendWeek } from '@dr/protocol/calls/dividends'

/**
 * Part of a week's payment for a POD unit that came from swap fees, in USD: only they recur. The pool pays
 * all its sources in proportion.
 */
export const feesPerUnit = ({
  income,
  drPrice,
  perUnit,
}: Pick<DividendWeek, 'income' | 'drPrice' | 'perUnit'>): bigint => {
  const price = BigInt(drPrice ?? 0)
  const usd = ({ USDT, DR }: DividendWeek['available']): bigint =>
    BigInt(USDT) + mulDivDown(BigInt(DR), price, WAD)
  const whole = usd(income.swapFees) + usd(income.operator) + usd(income.carried)
  return whole === 0n ? 0n : mulDivDown(BigInt(perUnit), usd(income.swapFees), whole)
}
