/** Amounts of the weekly pools, in both tokens that they pay. Pure; base units. */

import type { PayoutToken } from '@dr/protocol/tokens'

export type Payout = Readonly<Record<PayoutToken, bigint>>
export const NO_PAYOUT: Payout = { USDT: 0n, DR: 0n }

/** An amount for each token. */
export const payoutOf = (amountOf: (token: PayoutToken) => bigint): Payout => ({
  USDT: amountOf('USDT'),
  DR: amountOf('DR'),
})

export const addPayouts = (...payouts: readonly Payout[]): Payout =>
  payoutOf((token) => payouts.reduce((sum, one) => sum + one[token], 0n))

export const subtractPayouts = (from: Payout, ...payouts: readonly Payout[]): Payout =>
  payoutOf((token) => payouts.reduce((left, one) => left - one[token], from[token]))

/** Decimal strings, for the API and for published files. */
export const formatPayout = ({ USDT, DR }: Payout): Readonly<Record<PayoutToken, string>> => ({
  USDT: USDT.toString(),
  DR: DR.toString(),
})
