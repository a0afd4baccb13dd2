import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import type { PodPowerInfo } from './power-hero.tsx'

/** Total drawn by the user's power: credited to the deflation account, from funded pools only. */
export const DrawnCard = ({
  info,
  onRecords,
}: {
  readonly info: PodPowerInfo
  readonly onRecords: () => void
}) => {
  const t = useT()
  const rows = (['USDT', 'DR'] as const).flatMap((token) => {
    const dividends = BigInt(info.dividends[token])
    const prizes = BigInt(info.prizes[token])
    // DR is shown only if some was drawn.
    if (token === 'DR' && dividends === 0n && prizes === 0n) return []
    const amount = (value: bigint) => <Amount value={value} token={token} size="sm" tone="in" />
    return [
      { label: t('power.drawn.dividends', { token }), value: amount(dividends) },
      { label: t('power.drawn.prizes', { token }), value: amount(prizes) },
    ]
  })
  return (
    <Card className="flex flex-col gap-2">
      <CardHeader
        title={t('power.drawn.title')}
        aside={
          <button type="button" className="tap text-12 text-gold" onClick={onRecords}>
            {t('power.drawn.records')}
          </button>
        }
      />
      <Receipt rows={rows} />
      <p className="text-12 text-t2">{t('power.drawn.where')}</p>
    </Card>
  )
}
