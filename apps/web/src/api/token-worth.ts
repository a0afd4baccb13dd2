import { mulDivDown, WAD } from '@dr/protocol/amounts'
import { isPriced, type PricedToken, TOKENS } from '@dr/protocol/tokens'

/** USDT for one token, 18 decimals; undefined while unknown. */
export type TokenPrices = Readonly<Partial<Record<PricedToken, bigint>>>

/** Prices from an answer of `drgvPrice`, or from undefined. */
export const tokenPrices = (
  prices: { readonly [T in PricedToken]?: { readonly price: string } | undefined } | undefined,
): TokenPrices =>
  Object.fromEntries(
    Object.entries(prices ?? {}).flatMap(([token, found]) => (found ? [[token, BigInt(found.price)]] : [])),
  )

/** Sum of the single values; null if one has no price. */
export const totalWorth = (
  amounts: readonly { readonly token: string; readonly amount: bigint }[],
  prices: TokenPrices,
): bigint | null =>
  amounts.reduce<bigint | null>((sum, { token, amount }) => {
    const worth = tokenWorth(token, amount, prices)
    return sum === null || worth === null ? null : sum + worth
  }, 0n)

/**
 * Value in USD, 18 decimals, rounded down. USDT counts as a dollar, USDR as USDT at its contract; null:
 * unknown price.
 */
export const tokenWorth = (token: string, amount: bigint, prices: TokenPrices): bigint | null => {
  const known = TOKENS.find((one) => one === token)
  if (known === undefined) return null
  if (!isPriced(known)) return amount
  const price = prices[known]
  return price === undefined ? null : mulDivDown(amount, price, WAD)
}
