import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { podPowerConfigQuery } from '../../api/queries/pod-power.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/async.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { BuyForm } from './buy-form.tsx'

type BuyCardProps = {
  /** May this user buy now; otherwise `instead` stands where the button would. */
  readonly ready: boolean
  readonly instead: ReactNode
  readonly signedIn: boolean
}

/** Buying POD power: what one types, what it costs and gives, and that it cannot be taken back. */
export function BuyCard(props: BuyCardProps) {
  const t = useT()
  const query = useQuery(podPowerConfigQuery())
  return (
    <Async query={query} skeleton={<SkeletonCard label={t('message.loading')} />}>
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
