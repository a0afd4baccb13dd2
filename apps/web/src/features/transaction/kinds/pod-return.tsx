import type { ResponseOf } from '@dr/protocol/call'
import type { DividendWeek } from '@dr/protocol/calls/dividends'
import type { podPowerConfig } from '@dr/protocol/calls/pod-power'
import { podPowerValue, podReturnWeeks, yearsOf } from '@dr/protocol/rules/pod-return'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { dividendPoolQuery } from '../../../api/queries/dividends.ts'
import { podPowerConfigQuery } from '../../../api/queries/pod-power.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useT } from '../../../i18n/use-t.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'

const payout = ({ USDT, DR }: { readonly USDT: string; readonly DR: string }) => ({
  USDT: BigInt(USDT),
  DR: BigInt(DR),
})

/** Says when bought power would have returned its price, by the fees of the last closed week. */
export const podReturnText = (
  t: Translate,
  power: bigint,
  by: {
    /** Undefined: no week has closed. */
    readonly week: DividendWeek | undefined
    /** Power of all users when the bought power joins: what is pledged now, and what joins on the same day. */
    readonly pledged: bigint
    readonly config: Pick<ResponseOf<typeof podPowerConfig>, 'powerBps' | 'dividends'>
  },
): string => {
  const { week, pledged, config } = by
  if (week === undefined) return t('tx.pod.noWeek')
  const { dividendBps, prizeBps, weekCapBps } = config.dividends
  const weeks = podReturnWeeks(
    { power, value: podPowerValue(power, BigInt(config.powerBps)) },
    {
      swapFees: payout(week.income.swapFees),
      pledged,
      drPrice: week.drPrice === null ? null : BigInt(week.drPrice),
    },
    { dividendBps: BigInt(dividendBps), prizeBps: BigInt(prizeBps), weekCapBps: BigInt(weekCapBps) },
  )
  if (weeks === null) return t('tx.pod.never')
  const years = yearsOf(weeks)
  return years < 1 ? t('tx.pod.weeks', { count: weeks }) : t('tx.pod.years', { years, count: String(years) })
}

const PodReturn = ({ power }: { readonly power: bigint }) => {
  const t = useT()
  const { data: config } = useQuery(podPowerConfigQuery())
  const { data: pool } = useInfiniteQuery(dividendPoolQuery())
  const [first] = pool?.pages ?? []
  if (config === undefined || first === undefined) return <span>…</span>
  const { current, weeks } = first
  const pledged = BigInt(current.pledged) + BigInt(current.joining)
  return <span>{podReturnText(t, power, { week: weeks.items[0], pledged, config })}</span>
}

/** Row with the return of POD power, before it is bought. */
export const podReturnRow = (t: Translate, power: bigint): ReceiptRow => ({
  label: t('tx.row.podReturn'),
  value: <PodReturn power={power} />,
})
