import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { podPowerInfoQuery } from '../../api/queries/pod-power.ts'
import { useT } from '../../i18n/use-t.ts'
import { Async } from '../../ui/status/async.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { BuySkeleton } from './buy-card.tsx'
import { PowerHero } from './power-hero.tsx'
import { PowerIntro } from './power-intro.tsx'

/** The user's POD power as main figure, or an introduction without any. */
export const MyPower = ({ address }: { readonly address: Address }) => {
  const t = useT()
  const query = useQuery(podPowerInfoQuery(address))
  return (
    <Async query={query} skeleton={<HeroSkeleton label={t('message.loading')} />}>
      {(info) => (info.obtained === '0' ? <PowerIntro /> : <PowerHero info={info} />)}
    </Async>
  )
}

/** Skeleton until it is known whether the user has POD power, which decides the top of the page. */
export const PowerSkeleton = () => {
  const t = useT()
  return (
    <>
      <HeroSkeleton label={t('message.loading')} />
      <BuySkeleton label={t('message.loading')} />
    </>
  )
}

const HeroSkeleton = ({ label }: { readonly label: string }) => (
  <div role="status" aria-label={label} className="px-1 pt-2.5">
    <Skeleton className="h-4 w-28" />
    <Skeleton className="mt-2 h-10 w-56" />
    <Skeleton className="mt-3 h-3 w-44" />
    <Skeleton className="mt-4 h-2 w-full" />
    <Skeleton className="mt-3 h-4 w-full" />
  </div>
)
