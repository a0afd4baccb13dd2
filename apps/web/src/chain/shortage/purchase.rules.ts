import { type Holdings, quotedAtMost, type Solution } from './shortage.rules.ts'

/** Cost of machines at today's price, and of the electricity paid with them (0: none). Base units. */
interface PurchaseCost {
  readonly usdt: bigint
  readonly drgv: bigint
  readonly electricity: bigint
}

/** Maximum that the purchase may take out of the wallet, without the DRGV for the electricity. */
export const purchaseTakes = (
  { usdt, drgv, electricity }: PurchaseCost,
  wallet: Pick<Holdings, 'DRGV'>,
): { readonly USDT: bigint; readonly DRGV: bigint } => ({
  USDT: usdt,
  DRGV: quotedAtMost(drgv, wallet.DRGV - electricity),
})

/** Maximum that POD power may take out of the wallet: the requested DR, and USDR by the price. */
export const podPowerTakes = (
  { drAmount, usdrAmount }: { readonly drAmount: bigint; readonly usdrAmount: bigint },
  wallet: Pick<Holdings, 'USDR'>,
): { readonly DR: bigint; readonly USDR: bigint } => ({
  DR: drAmount,
  USDR: quotedAtMost(usdrAmount, wallet.USDR),
})

/** Whether a token is missing; BNB for the network fee is checked elsewhere. */
const lacksToken = ({ missing }: Solution): boolean => missing !== null && missing.token !== 'BNB'

/**
 * Whether only the electricity or its network fee cannot be paid: the machines can still be bought without
 * it.
 */
export const onlyElectricityMissing = (whole: Solution, withoutElectricity: Solution): boolean =>
  lacksToken(whole)
    ? !lacksToken(withoutElectricity)
    : whole.missing !== null && withoutElectricity.missing === null
