import {
  drForUsdr,
  drForValue,
  type PodPowerCost,
  type PodPowerTerms,
  podPowerCost,
} from '@dr/protocol/pod-power-cost'

/** What the user types; the other figures follow. */
export type Basis = 'DR' | 'USDR' | 'USD'

export interface Purchase extends PodPowerCost {
  readonly drAmount: bigint
}

/** The purchase that fits what was typed (base units, 18 decimals): never more of it than was typed. */
export function purchaseOf(basis: Basis, typed: bigint, terms: PodPowerTerms): Purchase {
  const drAmount =
    basis === 'DR' ? typed : basis === 'USDR' ? drForUsdr(typed, terms) : drForValue(typed, terms)
  return { drAmount, ...podPowerCost(drAmount, terms) }
}

/** What the wallet lacks for it, base units; USDT it may wrap for the missing USDR. */
export interface Shortage {
  readonly DR: bigint
  readonly USDR: bigint
  /** Of the missing USDR, what the wallet's USDT covers one for one. */
  readonly wrappable: bigint
}

export function shortageOf(
  { drAmount, usdrAmount }: Pick<Purchase, 'drAmount' | 'usdrAmount'>,
  wallet: { readonly DR: bigint; readonly USDR: bigint; readonly USDT: bigint },
): Shortage {
  const lacking = (need: bigint, have: bigint): bigint => (need > have ? need - have : 0n)
  const USDR = lacking(usdrAmount, wallet.USDR)
  return { DR: lacking(drAmount, wallet.DR), USDR, wrappable: wallet.USDT < USDR ? wallet.USDT : USDR }
}
