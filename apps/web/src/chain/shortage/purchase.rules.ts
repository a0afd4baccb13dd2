import { type Holdings, quotedAtMost, type Solution } from './shortage.rules.ts'

/** What machines cost at today's price, and the electricity paid with them (0: none). Base units. */
interface PurchaseCost {
  readonly usdt: bigint
  readonly drgv: bigint
  readonly electricity: bigint
}

/** What the purchase itself may take of the wallet at most: DRGV that the electricity needs is left to it. */
export const purchaseTakes = (
  { usdt, drgv, electricity }: PurchaseCost,
  wallet: Pick<Holdings, 'DRGV'>,
): { readonly USDT: bigint; readonly DRGV: bigint } => ({
  USDT: usdt,
  DRGV: quotedAtMost(drgv, wallet.DRGV - electricity),
})

/**
 * What POD power may take of the wallet at most: the DR is what was asked for, the USDR follows from the
 * price.
 */
export const podPowerTakes = (
  { drAmount, usdrAmount }: { readonly drAmount: bigint; readonly usdrAmount: bigint },
  wallet: Pick<Holdings, 'USDR'>,
): { readonly DR: bigint; readonly USDR: bigint } => ({
  DR: drAmount,
  USDR: quotedAtMost(usdrAmount, wallet.USDR),
})

/** A token is missing; BNB for the network fee is reckoned elsewhere. */
const lacksToken = ({ missing }: Solution): boolean => missing !== null && missing.token !== 'BNB'

/**
 * Only the electricity cannot be paid, or only its network fee: the machines can still be bought without it.
 */
export const onlyElectricityMissing = (whole: Solution, withoutElectricity: Solution): boolean =>
  lacksToken(whole)
    ? !lacksToken(withoutElectricity)
    : whole.missing !== null && withoutElectricity.missing === null
