import type { ResponseOf } from '@dr/protocol/call'
import type { fundFlows } from '@dr/protocol/calls/users'

export type Balance = ResponseOf<typeof fundFlows>['balances'][number]
export type AccountIndex = Balance['account']
export type Prices = { readonly DR: bigint; readonly DRGV: bigint }

const WAD = 10n ** 18n

/** USDT for one token, 18 decimals. USDR is USDT wrapped 1:1. */
const priceOf = (token: Balance['token'], prices: Prices): bigint =>
  token === 'DR' || token === 'DRGV' ? prices[token] : WAD

/** Value in USDT, cut. */
export function worthOf(
  balances: readonly Balance[],
  prices: Prices,
): { readonly available: bigint; readonly held: bigint } {
  const sum = (part: 'available' | 'held'): bigint =>
    balances.reduce(
      (total, balance) => total + (BigInt(balance[part]) * priceOf(balance.token, prices)) / WAD,
      0n,
    )
  return { available: sum('available'), held: sum('held') }
}

export const balanceOf = (balances: readonly Balance[], account: AccountIndex, token: Balance['token']) => {
  const found = balances.find((balance) => balance.account === account && balance.token === token)
  return { available: BigInt(found?.available ?? 0), held: BigInt(found?.held ?? 0) }
}
