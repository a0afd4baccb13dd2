import { formatAmount } from '@dr/protocol/amounts'
import { formatPaid, formatPriceUsdt } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { moment } from '../../ui/text/moment.ts'
import { podReturnRow } from '../transaction/kinds/pod-return.tsx'
import type { Purchase } from './purchase.ts'
import type { PodPowerConfig } from './use-purchase.ts'

type PurchasePreviewProps = {
  readonly purchase: Purchase
  readonly prices: NonNullable<PodPowerConfig['prices']>
  /** Start of its dividends, Unix seconds. */
  readonly startsAt: number
}

/**
 * Preview while typing: burn, payment and receiver, power, time to return its price, start of dividends,
 * and price.
 */
export const PurchasePreview = ({ purchase, prices, startsAt }: PurchasePreviewProps) => {
  const t = useT()
  const out = (value: bigint, token: string) => <Amount value={-value} token={token} size="sm" tone="out" />
  // Nothing is typed yet.
  const amounts: readonly ReceiptRow[] =
    purchase.drAmount === 0n
      ? []
      : [
          { label: t('power.row.burned'), value: out(purchase.drAmount, 'DR'), tone: 'out' },
          { label: t('power.row.treasury'), value: out(purchase.usdrAmount, 'USDR'), tone: 'out' },
          {
            label: t('power.row.value'),
            value: formatPaid(purchase.value),
          },
          {
            label: t('power.row.power'),
            value: <Amount value={purchase.power} token="POD" size="sm" tone="in" signed />,
            tone: 'in',
            total: true,
          },
          podReturnRow(t, purchase.power),
        ]
  return (
    <>
      <Receipt
        rows={[
          ...amounts,
          { label: t('power.row.from'), value: moment(startsAt) },
          { label: t('power.row.price'), value: formatPriceUsdt(BigInt(prices.lower)) },
        ]}
      />
      <p className="num -mt-1 text-12 text-t2">
        {t('power.row.averages', {
          short: formatAmount(BigInt(prices.price), { maxDecimals: 6, minDecimals: 2 }),
          long: formatAmount(BigInt(prices.price24h), { maxDecimals: 6, minDecimals: 2 }),
          block: formatCount(prices.blockNumber),
        })}
      </p>
      {purchase.drAmount === 0n ? null : <p className="-mt-1 text-12 text-t2">{t('tx.pod.note')}</p>}
    </>
  )
}
