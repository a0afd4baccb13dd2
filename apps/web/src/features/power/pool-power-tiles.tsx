import { CENT, formatAmount } from '@dr/protocol/amounts'
import type { DividendWeek } from '@dr/protocol/calls/dividends'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dividendPoolQuery } from '../../api/queries/dividends.ts'
import { formatPrice } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { addUp } from '../../ui/amounts/add-up.ts'
import { Tiles } from '../../ui/layout/tiles.tsx'
import { feesPerUnit } from './fees-per-unit.ts'

const UNIT_DECIMALS = 2

/** Pledged power of all users, joining power, and the last week's payment for a unit. */
export const PoolPowerTiles = () => {
  const t = useT()
  const { data, isError } = useInfiniteQuery(dividendPoolQuery())
  const first = data?.pages[0]
  const missing = isError ? null : undefined
  // The two add up to the community's total.
  const [pledged, joining] = first
    ? addUp([BigInt(first.current.pledged), BigInt(first.current.joining)], UNIT_DECIMALS)
    : []
  const units = (amount: bigint | undefined): string | null | undefined =>
    amount === undefined ? missing : formatAmount(amount, { maxDecimals: UNIT_DECIMALS })
  const last = first?.weeks.items[0]
  return (
    <Tiles
      items={[
        { label: t('power.pool.pledged'), value: units(pledged) },
        { label: t('power.pool.joining'), value: joining === undefined ? missing : `+${units(joining)}` },
        {
          label: t('power.pool.lastWeek'),
          // No week has closed yet; no forecast is shown.
          value: last ? <LastWeek week={last} /> : first ? null : missing,
        },
      ]}
    />
  )
}

/** `$0.064`; more decimals only for less than a cent. */
const unitText = (usd: bigint): string => formatPrice(usd, usd < CENT ? 6 : 3)

/** The payment of all sources, and the fees' part of it, by which the return of power is estimated. */
const LastWeek = ({ week }: { readonly week: DividendWeek }) => {
  const t = useT()
  return (
    <>
      <span>{unitText(BigInt(week.perUnit))}</span>
      <span className="block text-12 font-normal text-t2">
        {t('power.pool.lastWeekFees', { amount: unitText(feesPerUnit(week)) })}
      </span>
    </>
  )
}
