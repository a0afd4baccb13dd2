import {
  drForUsdr,
  drForValue,
  type PodPowerCost,
  type PodPowerTerms,
  podPowerCost,
} from '@dr/protocol/rules/pod-power-cost'

/** What the user types; the other figures follow. */
export type Basis = 'DR' | 'USDR' | 'USD'

export interface Purchase extends PodPowerCost {
  readonly drAmount: bigint
}

/** The purchase that fits what was typed (base units, 18 decimals): never more of it than was typed. */
export const purchaseOf = (basis: Basis, typed: bigint, terms: PodPowerTerms): Purchase => {
  const drAmount =
    basis === 'DR' ? typed : basis === 'USDR' ? drForUsdr(typed, terms) : drForValue(typed, terms)
  return { drAmount, ...podPowerCost(drAmount, terms) }
}
