import { formatAmount } from '@dr/protocol/amounts'
import type { TermPackage } from '@dr/protocol/calls/packages'
import type { ReactNode } from 'react'
import type { PackageList } from '../../api/queries/packages.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Button } from '../../ui/form/button.tsx'
import { OfferTable } from './offer-table.tsx'
import { isFull } from './package-view.ts'

type PackageRowProps = {
  readonly item: TermPackage
  readonly prices: PackageList['prices']
  readonly onOpen: () => void
  /** `brief`: without the funding. */
  readonly figures?: 'all' | 'brief' | 'none'
  /** Notes beside the figures. */
  readonly children?: ReactNode
}

/** Offer of a package: result of each income, and the end of its funding. */
export const PackageRow = ({ item, prices, onOpen, figures = 'all', children }: PackageRowProps) => {
  const t = useT()
  const full = item.incomes.every(isFull)
  const name = `${item.token} · ${t('common.days', { count: item.termDays })}`
  return (
    <li className="border-line py-3 not-first:border-t">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2 font-semibold">
            {name}
            {full ? <Chip tone="off">{t('home.packages.full')}</Chip> : null}
            {full || item.open ? null : <Chip tone="off">{t('home.packages.closed')}</Chip>}
          </h3>
          <p className="num text-12 text-t2">
            {t('home.packages.minimum', {
              amount: formatAmount(BigInt(item.minimum), { maxDecimals: 2 }),
              token: item.token,
            })}
          </p>
        </div>
        <Button
          size="sm"
          variant="accent"
          aria-label={`${t('home.packages.subscribe')} ${name}`}
          onClick={onOpen}
        >
          {t('home.packages.subscribe')}
        </Button>
      </div>
      {figures === 'none' ? null : (
        <OfferTable item={item} prices={prices} name={name} brief={figures === 'brief'} />
      )}
      {children}
    </li>
  )
}
