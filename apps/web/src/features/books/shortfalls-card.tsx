import { formatAmount } from '@dr/protocol/amounts'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { moment } from '../../ui/text/moment.ts'

/** Every time a vault held less than was owed from it, mended or not: it is not forgotten. */
export function ShortfallsCard() {
  const t = useT()
  const { data } = useQuery(overviewQuery())
  if (data === undefined) return null
  return (
    <Card className="pb-2">
      <CardHeader title={t('platform.shortfalls')} />
      {data.shortfalls.length === 0 ? (
        <p className="mt-1 pb-2 text-14 text-t2">{t('platform.shortfallsNone')}</p>
      ) : (
        <ul className="mt-1">
          {data.shortfalls.map(({ vault, token, since, until, worst }) => (
            <ListRow
              key={`${vault}${token}${since}`}
              icon="alert"
              iconTone={until === null ? 'out' : 'plain'}
              title={
                <span className="flex flex-wrap items-center gap-x-2">
                  {t('platform.vault', { index: vault, account: t(`assets.account.${vault}`) })}
                  <Chip tone={until === null ? 'out' : 'off'}>
                    {t(until === null ? 'platform.shortfallOpen' : 'platform.shortfallOver')}
                  </Chip>
                </span>
              }
              detail={until === null ? moment(since) : `${moment(since)} – ${moment(until)}`}
              value={`−${formatAmount(BigInt(worst), { maxDecimals: 2 })}`}
              valueDetail={token}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}
