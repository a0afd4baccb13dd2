import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Chip } from '../../ui/chip.tsx'
import { SkeletonBars } from '../../ui/status/skeleton.tsx'
import { moment } from '../../ui/text/moment.ts'
import type { Mine } from './level.ts'

/** Main figure of the page: number of people in the downline; `actions` below. */
export const TeamHero = ({ mine, actions }: { readonly mine: Mine; readonly actions: ReactNode }) => {
  const t = useT()
  const { members, newToday } = mine.team
  return (
    <section className="px-1 pt-2.5" aria-label={t('community.team')}>
      <p className="flex min-h-5 items-center gap-1.5 text-12 text-t2">
        {t('community.team')}
        {newToday > 0 ? <Chip tone="in">{t('community.today', { count: newToday })}</Chip> : null}
      </p>
      <Amount
        value={BigInt(members)}
        decimals={0}
        token={t('community.unit', { count: members })}
        size="hero"
      />
      <p className="num mt-1.5 text-12 text-t2">
        {`${t('community.directCount', { count: mine.direct.members })} · ${t('community.upTo', { time: moment(mine.foldedUntil) })}`}
      </p>
      <div className="mt-4 flex gap-3">{actions}</div>
    </section>
  )
}

/** Skeleton of the main figure. */
export const TeamSkeleton = () => {
  const t = useT()
  return (
    <SkeletonBars
      label={t('message.loading')}
      className="px-1 pt-2.5"
      bars={['h-[18px] w-28', 'mt-1.5 h-10 w-32', 'mt-2 h-3 w-48', 'mt-4 h-12 w-full rounded-16']}
    />
  )
}
