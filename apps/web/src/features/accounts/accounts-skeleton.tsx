import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { lastFigure } from '../../api/kept/last-figures.ts'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import { openPositionsQuery } from '../../api/queries/packages.ts'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { LastFigure, LastNote } from '../../ui/status/last-figure.tsx'
import { Skeleton, SkeletonRows } from '../../ui/status/skeleton.tsx'

/**
 * Whether the data that decides the number and height of rows is still loading. The wallet's balances load
 * later, into a row that already exists.
 */
export const useAccountsPending = (address: Address): boolean => {
  const balances = useQuery(userMoneyQuery(address))
  const prices = useQuery(drgvPriceQuery())
  const power = useQuery(podPowerInfoQuery(address))
  const positions = useInfiniteQuery(openPositionsQuery(address))
  const mining = useQuery(miningInfoQuery(address))
  return [balances, prices, power, positions, mining].some(({ isPending }) => isPending)
}

/** Skeleton of the sum and five accounts; `children` are below the sum. */
export const AccountsSkeleton = ({ children }: { readonly children: ReactNode }) => {
  const t = useT()
  const last = lastFigure('/pages/assets/assets')
  return (
    <>
      <div className="px-1 pt-2.5">
        <p aria-hidden="true" className="text-12 text-t2">
          {t('assets.total')}
        </p>
        <div className="mt-1 min-h-[2.875rem] py-1">
          <LastFigure last={last?.figure} bar="h-9.5 w-52" />
        </div>
        <div className="mt-1 h-9 py-[3px]">
          <LastNote last={last?.note} bar="h-3 w-40" />
        </div>
        <Skeleton className="mt-3.5 h-2 w-full" />
      </div>
      {children}
      <Card className="min-h-85.75 py-1">
        <SkeletonRows count={5} label={t('message.loading')} />
      </Card>
    </>
  )
}
