import type { PackagePosition } from '@dr/protocol/calls/packages'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { positionsQuery } from '../../api/queries/packages.ts'
import { useT } from '../../i18n/use-t.ts'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { day } from '../../ui/text/moment.ts'

const nextMaturity = (positions: readonly PackagePosition[]): number | null => {
  const dates = positions.flatMap(({ state, maturesAt }) => (state === 'accruing' ? [maturesAt] : []))
  return dates.length === 0 ? null : Math.min(...dates)
}

/** The user's positions in one line; nothing without any. */
export const MyPackages = ({
  address,
  onOpen,
}: {
  readonly address: Address
  readonly onOpen: () => void
}) => {
  const t = useT()
  const { data } = useInfiniteQuery(positionsQuery(address))
  const positions = data?.pages.flatMap(({ items }) => items) ?? []
  if (positions.length === 0) return null
  const running = positions.filter(({ state }) => state === 'accruing').length
  const next = nextMaturity(positions)
  return (
    <ul className="border-t border-line">
      <ListRow
        icon="coin"
        iconTone="gold"
        title={t('home.packages.mine', { count: running })}
        detail={
          next === null ? t('home.packages.mineMatured') : t('home.packages.mineNext', { date: day(next) })
        }
        chevron
        onClick={onOpen}
      />
    </ul>
  )
}
