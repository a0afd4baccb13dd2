import { useInfiniteQuery } from '@tanstack/react-query'
import { locksQuery } from '../../api/queries/packages.ts'
import type { Address } from '../../api/session.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { Async } from '../../ui/async.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDate } from '../../ui/format.ts'
import { ListRow } from '../../ui/list-row.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** What of mine is locked, why, and until when; the soonest first. */
export function LockList({ address }: { readonly address: Address }) {
  const t = useT()
  const query = useInfiniteQuery(locksQuery(address))
  return (
    <Async query={query} skeleton={<SkeletonRows count={3} label={t('message.loading')} />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0)
          return <EmptyState icon="check" title={t('packages.noLocks')} detail={t('packages.noLocksHint')} />
        return (
          <>
            <ul>
              {items.map((lock) => (
                <ListRow
                  key={`${lock.why}${lock.reference}`}
                  icon="clock"
                  title={t(`packages.lock.${lock.why}`)}
                  detail={t('packages.lockedUntil', { time: formatDate(lock.until * 1_000, 'YMDHMS') })}
                  value={<Amount value={BigInt(lock.amount)} token={lock.token} size="sm" maxDecimals={6} />}
                />
              ))}
            </ul>
            <MoreButton query={query} label={t('common.more')} wide />
          </>
        )
      }}
    </Async>
  )
}
