import { WAD } from '@dr/protocol/amounts'
import { electricityFee } from '@dr/protocol/rules/machine-cost'
import { minedPerDay, type Offer } from '@dr/protocol/rules/machine-outlook'
import { worthOf } from '@dr/protocol/rules/mining-rate'
import { type OfferTerms, withMachines } from '../../api/queries/use-offer-terms.ts'
import { formatRate, formatUsdCost, formatWorthBeside } from '../../i18n/rate-text.ts'
import type { Translate } from '../../i18n/translate.ts'

/** `0.5 DR per day · ≈ $0.25 · electricity $0.66 for 30 days`; without a price only the rate. */
export const offerFigures = (t: Translate, offer: Offer, terms: OfferTerms): string => {
  const perDay = minedPerDay(offer, withMachines(terms, offer))
  const rate = t('offer.perDay', { amount: formatRate(perDay) })
  if (terms.prices === null) return rate
  const worth = worthOf(perDay, terms.prices.drPrice) ?? 0n
  const electricity = electricityFee({ machines: offer.machineCount, periods: 1 }) * terms.prices.drgvPrice
  return [
    rate,
    formatWorthBeside(worth),
    t('earnings.electricityPeriod', { amount: formatUsdCost(electricity / WAD) }),
  ].join(' · ')
}
