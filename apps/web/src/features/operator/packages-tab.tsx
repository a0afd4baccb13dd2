import { formatAmount } from '@dr/protocol/amounts'
import type { OperatorPackage } from '@dr/protocol/calls/operator-offers'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from 'viem'
import { operatorQuery } from '../../api/queries/operator.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { moment } from '../../ui/text/moment.ts'
import { OperatorList } from './operator-list.tsx'
import { PackageForm } from './package-form.tsx'
import { ProposalList } from './proposal-list.tsx'
import { typedRate, typedTime } from './read-fields.ts'

const ratesOf = ({ dailyRates: { USDT, DR } }: Pick<OperatorPackage, 'dailyRates'>): string =>
  [USDT === null ? null : `USDT ${typedRate(USDT)}%`, DR === null ? null : `DR ${typedRate(DR)}%`]
    .filter(Boolean)
    .join(' · ')

/**
 * Packages: terms for new positions, opening hours, offered or removed. The POD package's terms are those
 * of pledging.
 */
export const PackagesTab = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(operatorQuery(address, 'operatorPackages'))
  const [shown, setShown] = useState<{ readonly offer: OperatorPackage | null } | null>(null)
  const row = (offer: OperatorPackage) => (
    <ListRow
      key={offer.packageId}
      icon="coin"
      title={
        <span className="flex flex-wrap items-center gap-x-2">
          {`#${offer.packageId} ${offer.token}`}
          {offer.offered ? null : <Chip tone="off">{t('operator.notOffered')}</Chip>}
          {offer.next ? (
            <Chip>{t('operator.package.next', { time: moment(offer.next.effectiveFrom) })}</Chip>
          ) : null}
        </span>
      }
      detail={
        offer.token === 'POD'
          ? t('operator.package.pod')
          : `${ratesOf(offer)} · ≥\u00a0${formatAmount(BigInt(offer.minimum))} · ${typedTime(offer.opensAtSecond)}–${typedTime(offer.closesAtSecond)} UTC`
      }
      {...(offer.token === 'POD' ? {} : { value: t('common.days', { count: offer.termDays }) })}
      chevron={offer.token !== 'POD'}
      onClick={offer.token === 'POD' ? undefined : () => setShown({ offer })}
    />
  )
  return (
    <>
      <Columns side={<ProposalList address={address} />}>
        <OperatorList
          title={t('operator.view.packages')}
          action={
            <Button size="sm" variant="accent" onClick={() => setShown({ offer: null })}>
              {t('operator.new')}
            </Button>
          }
          lead={t('operator.package.lead')}
          query={query}
        >
          {({ items }) => items.map(row)}
        </OperatorList>
      </Columns>
      {shown ? (
        <PackageForm
          key={shown.offer?.packageId ?? 'new'}
          address={address}
          offer={shown.offer}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  )
}
