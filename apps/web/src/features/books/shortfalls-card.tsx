import { formatAmount } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Chip } from '../../ui/chip.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { Address } from '../../ui/text/address.tsx'
import { moment } from '../../ui/text/moment.ts'

/** Every time a vault held less than it owed, and who covered it. */
export const ShortfallsCard = () => {
  const t = useT()
  const { data } = useQuery(overviewQuery())
  if (data === undefined) return null
  const { shortfalls, recapitalisations = [] } = data
  const vaultText = (index: VaultIndex) =>
    t('platform.vault', { index, account: t(`assets.account.${index}`) })
  return (
    <Card className="pb-2">
      <CardHeader title={t('platform.shortfalls')} />
      {shortfalls.length === 0 ? (
        <p className="mt-1 pb-2 text-14 text-t2">{t('platform.shortfallsNone')}</p>
      ) : null}
      {shortfalls.length + recapitalisations.length === 0 ? null : (
        <ul className="mt-1">
          {shortfalls.map(({ vault, token, since, until, worst }) => (
            <ListRow
              key={`${vault}${token}${since}`}
              icon="alert"
              iconTone={until === null ? 'out' : 'plain'}
              title={
                <span className="flex flex-wrap items-center gap-x-2">
                  {vaultText(vault)}
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
          {recapitalisations.map(({ vault, token, amount, source, at, txHash }, index) => (
            <ListRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a transaction may make several that are equal
              key={`${txHash}${index}`}
              title={
                <span className="flex flex-wrap items-center gap-x-2">
                  {vaultText(vault)}
                  <Chip tone="in">{t('platform.toppedUp')}</Chip>
                </span>
              }
              detail={
                <>
                  {moment(at)} · <Address address={source} keep={4} copyable={false} />
                </>
              }
              value={`+${formatAmount(BigInt(amount), { maxDecimals: 2 })}`}
              valueDetail={token}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}
