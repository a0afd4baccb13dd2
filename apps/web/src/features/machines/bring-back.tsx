import { daysToBringBack, type Offer } from '@dr/protocol/rules/machine-outlook'
import { type OfferTerms, withMachines } from '../../api/queries/use-offer-terms.ts'
import { useT } from '../../i18n/use-t.ts'
import { formatCount } from '../../ui/text/format.ts'

type BringBackProps = {
  readonly offer: Offer
  readonly terms: OfferTerms
  /** The risk is already shown beside it. */
  readonly risk?: 'elsewhere'
}

/** Part of its life after which a machine has earned its cost, or that it never does. */
export const BringBack = ({ offer, terms, risk }: BringBackProps) => {
  const t = useT()
  if (terms.prices === null) return <p className="text-14">{t('offer.may')}</p>
  const today = withMachines({ ...terms, ...terms.prices }, offer)
  const days = daysToBringBack(offer, today)
  const half = daysToBringBack(offer, { ...today, drPrice: today.drPrice / 2n })
  const life = formatCount(offer.lifeDays)
  return (
    <p className="num text-14 text-t2">
      {days === null ? (
        <span className="font-semibold text-out">{t('offer.backNever', { life })}</span>
      ) : (
        <>
          <span>{t('offer.back', { days: formatCount(days), life })}</span>{' '}
          <span className="font-semibold text-out">
            {half === null ? t('offer.halfNever') : t('offer.half', { days: formatCount(half) })}
          </span>
        </>
      )}
      {risk === 'elsewhere' ? null : <span className="text-t1">{` ${t('offer.may')}`}</span>}
    </p>
  )
}
