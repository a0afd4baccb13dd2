import type { ResponseOf } from '@dr/protocol/call'
import type { podPowerConfig } from '@dr/protocol/calls/pod-power'
import { useQuery } from '@tanstack/react-query'
import { calculatePodPowerQuery } from '../../api/queries/pod-power.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { type Basis, type Purchase, purchaseOf } from './purchase.ts'

export type PodPowerConfig = ResponseOf<typeof podPowerConfig>
type Averages = NonNullable<PodPowerConfig['prices']>

/**
 * Purchase for the typed amount: at once by the loaded averages, then by the server's averages of a newer
 * block. `signedIn`: the server's calculation requires a session.
 */
export const usePurchase = (
  config: PodPowerConfig & { readonly prices: Averages },
  input: { readonly basis: Basis; readonly typed: bigint; readonly signedIn: boolean },
): { readonly purchase: Purchase; readonly prices: Averages } => {
  const terms = {
    usdrShareBps: BigInt(config.usdrShareBps),
    powerBps: BigInt(config.powerBps),
    drPrice: BigInt(config.prices.lower),
  }
  const purchase = purchaseOf(input.basis, input.typed, terms)
  const enough = purchase.drAmount >= BigInt(config.minimumDr)
  const settled = useSettled(purchase.drAmount)
  const { data } = useQuery(calculatePodPowerQuery(input.signedIn && enough ? settled : 0n))
  const fresher = data !== undefined && data.prices.blockNumber > config.prices.blockNumber
  if (!fresher || BigInt(data.drAmount) !== purchase.drAmount) return { purchase, prices: config.prices }
  // What was typed holds at the newer price too: $100 stay at most $100.
  const { prices } = data
  return {
    purchase: purchaseOf(input.basis, input.typed, { ...terms, drPrice: BigInt(prices.lower) }),
    prices,
  }
}
