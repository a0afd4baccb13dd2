import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { podPowerConfigQuery } from '../../api/queries/pod-power.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { Skeleton, SkeletonText } from '../../ui/status/skeleton.tsx'
import { BuyForm } from './buy-form.tsx'

type BuyCardProps = {
  /** Whether this user may buy now; otherwise `instead` replaces the button. */
  readonly ready: boolean
  readonly instead: ReactNode
  readonly signedIn: boolean
}

/** Purchase form of POD power: input, cost, result, and that it is irreversible. */
export const BuyCard = (props: BuyCardProps) => {
  const t = useT()
  const query = useQuery(podPowerConfigQuery())
  return (
    <Async query={query} skeleton={<BuySkeleton label={t('message.loading')} />}>
      {(config) =>
        config.prices === null ? (
          <Card>
            <CardHeader title={t('power.buy')} />
            <EmptyState icon="clock" title={t('error.30002')} detail={t('power.noPrice')} />
          </Card>
        ) : (
          <BuyForm config={{ ...config, prices: config.prices }} {...props} />
        )
      }
    </Async>
  )
}

/** As tall as the form, with its static texts. */
export const BuySkeleton = ({ label }: { readonly label: string }) => {
  const t = useT()
  return (
    <Card className="flex flex-col gap-3">
      <CardHeader title={t('power.buy')} />
      <span role="status" aria-label={label} className="sr-only" />
      <Skeleton className="h-10 w-full rounded-[14px]" />
      <div className="flex h-26.5 flex-col gap-1.5 text-12">
        <span>
          <SkeletonText>{t('power.amount.DR')}</SkeletonText>
        </span>
        <Skeleton className="h-14.5 w-full rounded-16" />
      </div>
      <Skeleton className="h-20.5 w-full rounded-16" />
      <p className="num -mt-1 text-12">
        <SkeletonText>{t('power.row.averages', { short: '0.5', long: '0.5', block: '1,000' })}</SkeletonText>
      </p>
      <p className="rounded-16 bg-out-soft px-4 py-3 text-14 text-t1">{t('power.risk')}</p>
      <div className="-mx-4 border-t border-line px-4 pt-3">
        <Skeleton className="h-12 w-full rounded-16" />
      </div>
    </Card>
  )
}
