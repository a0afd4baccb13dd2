import { mulDivDown, WAD } from '@dr/protocol/amounts'

/** USDT for one token, 18 decimals; undefined while it is not known. */
export interface TokenPrices {
  readonly DR?: bigint | undefined
  readonly DRGV?: bigint | undefined
}

/** The answer of `drgvPrice`, or of who has none. */
export const tokenPrices = (
  prices: { readonly DR: { readonly price: string }; readonly DRGV: { readonly price: string } } | undefined,
): TokenPrices => (prices ? { DR: BigInt(prices.DR.price), DRGV: BigInt(prices.DRGV.price) } : {})

/** Value in USD, 18 decimals, cut. USDT is a dollar, USDR a USDT at its own contract; null: no price is known here. */
export function tokenWorth(token: string, amount: bigint, prices: TokenPrices): bigint | null {
  if (token === 'USDT' || token === 'USDR') return amount
  const price = token === 'DR' || token === 'DRGV' ? prices[token] : undefined
  return price === undefined ? null : mulDivDown(amount, price, WAD)
}
