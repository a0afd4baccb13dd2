import { formatAmount } from '@dr/protocol/amounts'
import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatDate } from '../../ui/format.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { committedShare, fundedUntil, isFull, percentOf } from './package-view.ts'

type PackageRowProps = { readonly item: TermPackage; readonly onOpen: () => void }

/** A package as it is offered: term, minimum, its incomes, and how far their budgets go. */
export function PackageRow({ item, onOpen }: PackageRowProps) {
  const t = useT()
  const until = fundedUntil(item)
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
      {item.incomes.map((income) => (
        <Budget key={income.token} income={income} />
      ))}
      <p className="num mt-1 text-12 text-t2">
        {until === null
          ? t('home.packages.notFunded')
          : t('home.packages.fundedUntil', { date: formatDate(until * 1_000, 'YMD') })}
      </p>
    </li>
  )
}

function Budget({ income }: { readonly income: PackageIncome }) {
  const t = useT()
  const budget = committedShare(income)
  const rate = t('home.packages.rate', { token: income.token, rate: percentOf(BigInt(income.dailyRate)) })
  const committed =
    budget === null ? t('home.packages.noBudget') : t('home.packages.committed', { percent: budget.text })
  return (
    <div className="mt-2">
      <p className="num mb-1 flex justify-between gap-2 text-12">
        <span className="text-gold">{rate}</span>
        <span className="text-t2">{committed}</span>
      </p>
      <ProgressBar value={budget?.share ?? 0} label={`${rate}, ${committed}`} />
    </div>
  )
}
