import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { locksQuery } from '../../api/queries/packages.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { EmptyState } from '../../ui/status/empty-state.tsx'
import { shownDate } from '../../ui/text/moment.ts'

/** The user's locked amounts with reason and end, the soonest first. */
export const LockList = ({ address }: { readonly address: Address }) => {
  const t = useT()
  return (
    <PagedList
      query={useInfiniteQuery(locksQuery(address))}
      texts={{ loading: t('message.loading'), more: t('common.more') }}
      expected={3}
      empty={<EmptyState icon="check" title={t('packages.noLocks')} detail={t('packages.noLocksHint')} />}
      keyOf={({ why, reference }) => `${why}${reference}`}
      row={(lock) => (
        <ListRow
          icon="clock"
          title={t(`packages.lock.${lock.why}`)}
          detail={t('packages.lockedUntil', { time: shownDate(lock.until * 1_000, 'YMDHMS') })}
          value={<Amount value={BigInt(lock.amount)} token={lock.token} size="sm" maxDecimals={6} />}
        />
      )}
    />
  )
}
