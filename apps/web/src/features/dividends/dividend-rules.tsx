import { useQuery } from '@tanstack/react-query'
import { podPowerConfigQuery } from '../../api/queries/pod-power.ts'
import { useT } from '../../i18n/use-t.ts'
import { formatBps } from '../../ui/text/format.ts'

/** Rules in words with the configured figures. */
export const DividendRules = () => {
  const t = useT()
  const { data } = useQuery(podPowerConfigQuery())
  if (!data) return null
  const { dividendBps, prizeBps, weekCapBps, winners, winnerCapBps } = data.dividends
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-14 text-t2">
      <li>{t('dividend.rule.split', { dividends: formatBps(dividendBps), prize: formatBps(prizeBps) })}</li>
      <li>{t('dividend.rule.cap', { percent: formatBps(weekCapBps) })}</li>
      <li>{t('dividend.rule.consumes')}</li>
      <li>{t('dividend.rule.prize', { winners, percent: formatBps(winnerCapBps) })}</li>
      <li>{t('dividend.rule.noMoney')}</li>
    </ul>
  )
}
