import {
  drForUsdr,
  drForValue,
  type PodPowerCost,
  type PodPowerTerms,
  podPowerCost,
} from '@dr/protocol/rules/pod-power-cost'

/** Typed quantity; the others follow from it. */
export type Basis = 'DR' | 'USDR' | 'USD'

export interface Purchase extends PodPowerCost {
  readonly drAmount: bigint
}

/** Largest purchase that does not exceed the typed amount (base units, 18 decimals). */
export const purchaseOf = (basis: Basis, typed: bigint, terms: PodPowerTerms): Purchase => {
  const drAmount =
    basis === 'DR' ? typed : basis === 'USDR' ? drForUsdr(typed, terms) : drForValue(typed, terms)
  return { drAmount, ...podPowerCost(drAmount, terms) }
}
