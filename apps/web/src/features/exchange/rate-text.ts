import { formatAmount } from '@dr/protocol/amounts'
import type { Pair } from './swap-preview.ts'

/** `1 USDT = 1.994 DR`, rounded down; `rate` is output for one whole input token, 18 decimals. */
export const rateText = ({ input, output }: Pair, rate: bigint): string =>
  `1 ${input} = ${formatAmount(rate, { maxDecimals: 6 })} ${output}`
