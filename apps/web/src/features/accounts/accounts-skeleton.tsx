import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { miningInfoQuery } from '../../api/queries/mining.ts'
import { openPositionsQuery } from '../../api/queries/packages.ts'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { drgvPriceQuery } from '../../api/queries/public.ts'
import { userMoneyQuery } from '../../api/queries/user-money.ts'
import { useT } from '../../i18n/use-t.ts'
import { Card } from '../../ui/layout/card.tsx'
import { SkeletonBars, SkeletonRows } from '../../ui/status/skeleton.tsx'

/**
 * Whether what decides which rows and cards the page has, and how tall they are, is still being read. What
 * the chain says of the wallet comes later, into a row that is there.
 */
export const useAccountsPending = (address: Address): boolean => {
  const balances = useQuery(userMoneyQuery(address))
  const prices = useQuery(drgvPriceQuery())
  const power = useQuery(podPowerInfoQuery(address))
  const positions = useInfiniteQuery(openPositionsQuery(address))
  const mining = useQuery(miningInfoQuery(address))
  return [balances, prices, power, positions, mining].some(({ isPending }) => isPending)
}

/** In the shape of the sum and of five accounts; `children` stand below the sum. */
export const AccountsSkeleton = ({ children }: { readonly children: ReactNode }) => {
  const t = useT()
  return (
    <>
      <SkeletonBars
        className="px-1 pt-2.5"
        bars={['h-4 w-20', 'mt-3 h-10 w-52', 'mt-2.5 h-7.5 w-40', 'mt-3.5 h-2 w-full']}
      />
      {children}
      <Card className="min-h-85.75 py-1">
        <SkeletonRows count={5} label={t('message.loading')} />
      </Card>
    </>
  )
}
