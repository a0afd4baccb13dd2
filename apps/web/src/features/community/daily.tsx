import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Address } from 'viem'
import { teamDailyQuery } from '../../api/queries/community.ts'
import { overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Columns } from '../../ui/layout/columns.tsx'
import { Async } from '../../ui/status/async.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { SkeletonRows } from '../../ui/status/skeleton.tsx'
import { dayOf, SCOPES, type Scope, type TeamDay } from './additions.ts'
import { DayRow } from './day-row.tsx'
import { DaysChart } from './days-chart.tsx'

/** Daily additions to the user's team: a chart, and a row for each day. */
export const Daily = ({ address, invite }: { readonly address: Address; readonly invite: ReactNode }) => {
  const t = useT()
  const [scope, setScope] = useState<Scope>('team')
  const query = useInfiniteQuery(teamDailyQuery(address))
  const { data: overview } = useQuery(overviewQuery())
  const today = overview ? dayOf(overview.clock.timestamp) : undefined
  return (
    <>
      <Segmented<Scope>
        label={t('community.scope')}
        value={scope}
        onChange={setScope}
        items={SCOPES.map((value) => ({ value, label: t(`community.scope.${value}`) }))}
      />
      <Async
        query={query}
        skeleton={
          <Card>
            <SkeletonRows count={5} label={t('message.loading')} />
          </Card>
        }
      >
        {({ pages }) => {
          const days = pages.flatMap((page) => page.items)
          if (days.length === 0)
            return (
              <EmptyState
                icon="dao"
                title={t('community.add.none')}
                detail={t('community.add.noneHint')}
                action={invite}
              />
            )
          return (
            <Columns
              side={
                <DaysChart
                  days={days}
                  scope={scope}
                  today={today ?? days[0]?.day ?? ''}
                  complete={!query.hasNextPage}
                />
              }
              rest={
                <>
                  <DayList days={days} scope={scope} today={today} />
                  <MoreButton query={query} label={t('common.more')} wide />
                </>
              }
            />
          )
        }}
      </Async>
    </>
  )
}

type DayListProps = {
  readonly days: readonly TeamDay[]
  readonly scope: Scope
  readonly today: string | undefined
}

const DayList = ({ days, scope, today }: DayListProps) => {
  const t = useT()
  return (
    <Card className="pb-1">
      <CardHeader title={t('community.add.days')} aside={t('community.add.quiet')} />
      <ul className="mt-1">
        {days.map((item) => (
          <DayRow key={item.day} day={item.day} figures={item[scope]} today={item.day === today} />
        ))}
      </ul>
    </Card>
  )
}
