import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Address } from 'viem'
import { openPositionsQuery } from '../../api/queries/packages.ts'
import { type TokenPrices, tokenWorth } from '../../api/token-worth.ts'
import { formatWorthBeside } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Button } from '../../ui/form/button.tsx'
import { MoreButton } from '../../ui/form/more-button.tsx'
import { Parts } from '../../ui/layout/parts.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { day } from '../../ui/text/moment.ts'
import { useUiTexts } from '../../ui/text/texts.tsx'
import type { Balance } from './balances.ts'
import { principalRest } from './principal-rest.ts'
import { RowAmount } from './row-amount.tsx'

type PackageRowsProps = {
  readonly address: Address
  /** Balances of all accounts: their locked amounts are in packages. */
  readonly balances: readonly Balance[]
  readonly prices: TokenPrices
  readonly onOpen: () => void
}

/**
 * Rows of all packages that have not matured, and of other locked principal: together the whole locked
 * amount.
 */
export const PackageRows = ({ address, balances, prices, onOpen }: PackageRowsProps) => {
  const t = useT()
  const query = useInfiniteQuery(openPositionsQuery(address))
  const positions = query.data?.pages.flatMap(({ items }) => items) ?? []
  const rest = principalRest({ balances, positions, failed: query.isError, hasMore: query.hasNextPage })
  if (query.isPending) return null
  const again = (): unknown => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
  const common = { prices, onOpen }
  return (
    <>
      {positions.map(({ positionId, token, principal, termDays, maturesAt }) => (
        <PrincipalRow
          key={positionId}
          title={t('assets.package', { token })}
          token={token}
          amount={BigInt(principal)}
          {...common}
        >
          <Parts>
            {t('common.days', { count: termDays })}
            {t('assets.package.matures', { date: day(maturesAt) })}
          </Parts>
        </PrincipalRow>
      ))}
      {rest.map(({ token, amount, reason }) => (
        <PrincipalRow
          key={token}
          title={t('assets.package.rest', { token })}
          token={token}
          amount={amount}
          {...common}
        >
          {t(`assets.package.rest.${reason}`)}
        </PrincipalRow>
      ))}
      {query.isError && positions.length + rest.length > 0 ? (
        <FailedRow error={query.error} busy={query.isFetching} onRetry={() => void again()} />
      ) : null}
      {query.hasNextPage ? (
        <li>
          <MoreButton query={query} label={t('common.more')} wide />
        </li>
      ) : null}
    </>
  )
}

type PrincipalRowProps = Pick<PackageRowsProps, 'prices' | 'onOpen'> & {
  readonly title: string
  readonly token: Balance['token']
  /** Base units. */
  readonly amount: bigint
  readonly children: ReactNode
}

/** Row with principal, its worth and its state. */
const PrincipalRow = ({ title, token, amount, prices, onOpen, children }: PrincipalRowProps) => {
  const t = useT()
  const worth = tokenWorth(token, amount, prices)
  return (
    <ListRow
      icon="coin"
      iconTone="gold"
      title={title}
      detail={children}
      value={<RowAmount value={amount} token={token} />}
      valueDetail={worth === null ? t('wallet.sheet.noPrice') : formatWorthBeside(worth)}
      chevron
      onClick={onOpen}
    />
  )
}

type FailedRowProps = {
  readonly error: unknown
  readonly busy: boolean
  readonly onRetry: () => void
}

const FailedRow = ({ error, busy, onRetry }: FailedRowProps) => {
  const texts = useUiTexts()
  return (
    <ListRow
      icon="alert"
      iconTone="out"
      title={
        <span role="alert" className="text-14 font-normal">
          {texts.errorText(error) ?? texts.loadFailed}
        </span>
      }
      value={
        <Button size="sm" busy={busy} onClick={onRetry}>
          {texts.retry}
        </Button>
      }
    />
  )
}
