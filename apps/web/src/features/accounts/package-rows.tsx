import { useInfiniteQuery } from '@tanstack/react-query'
import { openPositionsQuery } from '../../api/queries/packages.ts'
import type { Address } from '../../api/session.ts'
import { type TokenPrices, tokenWorth } from '../../api/token-worth.ts'
import { formatWorth } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amount.tsx'
import { formatDate } from '../../ui/format.ts'
import { ListRow } from '../../ui/list-row.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Parts } from '../../ui/parts.tsx'

type PackageRowsProps = {
  readonly address: Address
  readonly prices: TokenPrices
  readonly onOpen: () => void
}

/** Every package that has not matured: its principal, what that is worth, and when it is paid back. Nothing without one. */
export function PackageRows({ address, prices, onOpen }: PackageRowsProps) {
  const t = useT()
  const query = useInfiniteQuery(openPositionsQuery(address))
  const positions = query.data?.pages.flatMap(({ items }) => items) ?? []
  if (positions.length === 0) return null
  return (
    <>
      {positions.map(({ positionId, token, principal, termDays, maturesAt }) => {
        const worth = tokenWorth(token, BigInt(principal), prices)
        return (
          <ListRow
            key={positionId}
            icon="coin"
            iconTone="gold"
            title={t('assets.package', { token })}
            detail={
              <Parts>
                {t('common.days', { count: termDays })}
                {t('assets.package.matures', { date: formatDate(maturesAt * 1_000, 'YMD') })}
              </Parts>
            }
            value={<Amount value={BigInt(principal)} token={token} maxDecimals={4} size="sm" />}
            valueDetail={worth === null ? t('wallet.sheet.noPrice') : `≈ ${formatWorth(worth)}`}
            chevron
            onClick={onOpen}
          />
        )
      })}
      {query.hasNextPage ? (
        <li>
          <MoreButton query={query} label={t('common.more')} wide />
        </li>
      ) : null}
    </>
  )
}
