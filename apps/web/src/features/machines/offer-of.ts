import type { Product } from '@dr/protocol/calls/mining'
import type { Offer } from '@dr/protocol/rules/machine-outlook'

export const offerOf = (
  { power, price, lifeDays }: Pick<Product, 'power' | 'price' | 'lifeDays'>,
  machineCount = 1,
): Offer => ({ machineCount, power, price: BigInt(price), lifeDays })

/** Distribution of a machine's price: `80%` to the project, `20%` burned. */
export const sharesOf = ({
  drgvShareBps,
}: Pick<Product, 'drgvShareBps'>): { readonly project: string; readonly burned: string } => ({
  project: `${(10_000 - drgvShareBps) / 100}%`,
  burned: `${drgvShareBps / 100}%`,
})
