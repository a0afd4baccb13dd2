import { WITHDRAWAL_BURN_BPS } from '@dr/protocol/constants'
import type { Conditions, Offer } from '@dr/protocol/rules/machine-outlook'
import { daysUntilHalving } from '@dr/protocol/rules/mining-rate'
import { useQuery } from '@tanstack/react-query'
import { configQuery, drgvPriceQuery, overviewQuery } from './public.ts'

export interface OfferTerms extends Omit<Conditions, 'drPrice' | 'drgvPrice'> {
  /** Null without a present price. */
  readonly prices: Pick<Conditions, 'drPrice' | 'drgvPrice'> | null
}

/** Present network, emission, prices and burn for offers of machines; undefined until read. */
export const useOfferTerms = (): OfferTerms | undefined => {
  const { data: overview } = useQuery(overviewQuery())
  const { data: prices, isError: unpriced } = useQuery(drgvPriceQuery())
  const { data: config } = useQuery(configQuery())
  if (overview === undefined || (prices === undefined && !unpriced)) return undefined
  const emissionPerDay = BigInt(overview.emission.perDay)
  return {
    networkPower: overview.networkPower,
    emissionPerDay,
    halvesInDays: daysUntilHalving({ perDay: emissionPerDay, released: BigInt(overview.emission.released) }),
    burnBps: config ? BigInt(config.parameters.withdrawalBurnBps) : WITHDRAWAL_BURN_BPS,
    prices: prices ? { drPrice: BigInt(prices.DR.price), drgvPrice: BigInt(prices.DRGV.price) } : null,
  }
}

/** Terms with the offered machines added to the network. */
export const withMachines = <Terms extends Pick<Conditions, 'networkPower'>>(
  terms: Terms,
  { machineCount, power }: Offer,
): Terms => ({ ...terms, networkPower: terms.networkPower + machineCount * power })
