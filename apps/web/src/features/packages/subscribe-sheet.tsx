import type { PackageIncome, TermPackage } from '@dr/protocol/calls/packages'
import { yearlyRate } from '@dr/protocol/rules/package-offer'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isTerm, packageListQuery } from '../../api/queries/packages.ts'
import { useT } from '../../i18n/use-t.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonCard } from '../../ui/status/skeleton.tsx'
import { formatPercent } from '../../ui/text/format.ts'
import { FundingList } from './funding-list.tsx'
import { OrderForm } from './order-form.tsx'
import { SubscribeButton } from './subscribe-button.tsx'
import { useBurnBps } from './use-burn-bps.ts'
import { useOrder } from './use-order.ts'

type SubscribeSheetProps = {
  readonly packageId: number
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Subscription form: income type, amount, cost, income with its date, and the risk in the same size. */
export const SubscribeSheet = ({ packageId, open, onOpenChange }: SubscribeSheetProps) => {
  const t = useT()
  const query = useQuery(packageListQuery())
  const item = query.data?.items.filter(isTerm).find((one) => one.packageId === packageId)
  const [incomeToken, setIncomeToken] = useState<PackageIncome['token'] | null>(null)
  const income = item?.incomes.find(({ token }) => token === incomeToken) ?? item?.incomes[0]
  const order = useOrder({ item, income })
  const burnBps = useBurnBps()
  return (
    <Sheet
      name="subscribe"
      open={open}
      onOpenChange={onOpenChange}
      title={
        item
          ? t('packages.subscribeTo', {
              // Non-breaking, so that it wraps as a whole.
              name: `${item.token} · ${t('common.days', { count: item.termDays })}`.replaceAll(' ', '\u00a0'),
            })
          : t('home.packages.title')
      }
      footer={
        item && income && query.data && burnBps !== undefined ? (
          <SubscribeButton
            item={item}
            income={income}
            prices={query.data.prices}
            burnBps={burnBps}
            order={order}
            onDone={() => onOpenChange(false)}
            onBack={() => onOpenChange(true)}
          />
        ) : null
      }
    >
      <Async query={query} skeleton={<SkeletonCard label={t('message.loading')} />}>
        {({ prices, clock }) =>
          item && income ? (
            <div className="flex flex-col gap-3">
              <IncomeChoice item={item} value={income.token} onChange={setIncomeToken} />
              <OrderForm item={item} income={income} order={order} prices={prices} now={clock.timestamp} />
              <FundingList income={income} />
            </div>
          ) : (
            <EmptyState icon="alert" title={t('error.1043')} />
          )
        }
      </Async>
    </Sheet>
  )
}

type IncomeChoiceProps = {
  readonly item: TermPackage
  readonly value: PackageIncome['token']
  readonly onChange: (token: PackageIncome['token']) => void
}

const IncomeChoice = ({ item, value, onChange }: IncomeChoiceProps) => {
  const t = useT()
  return (
    <div>
      <p className="mb-1.5 text-12 text-t2" aria-hidden="true">
        {t('packages.incomeType')}
      </p>
      <Segmented
        label={t('packages.incomeType')}
        value={value}
        onChange={onChange}
        items={item.incomes.map(({ token, dailyRate }) => ({
          value: token,
          label: `${token} ${formatPercent(yearlyRate(BigInt(dailyRate)))}`,
        }))}
      />
    </div>
  )
}
