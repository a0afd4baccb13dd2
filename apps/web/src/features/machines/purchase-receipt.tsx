import { formatAmount } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import { useT } from '../../i18n/use-t.ts'
import { formatPower, formatShare } from '../../ui/format.ts'
import { Receipt } from '../../ui/receipt.tsx'
import type { KnownPreview } from './use-purchase-preview.ts'

type PurchaseReceiptProps = {
  readonly product: Product
  readonly count: number
  readonly preview: KnownPreview
}

/** What leaves, what comes, what it may bring, and the risk beside it. */
export function PurchaseReceipt({ product, count, preview }: PurchaseReceiptProps) {
  const t = useT()
  const text = (value: bigint): string => formatAmount(value, { maxDecimals: 4 })
  return (
    <div className="flex flex-col gap-2">
      <Receipt
        rows={[
          {
            label: t('backpack.buy.leaves'),
            value: t('backpack.buy.toTreasury', { amount: text(preview.usdt) }),
            tone: 'out',
          },
          {
            label: '',
            value: preview.priced ? t('backpack.buy.burned', { amount: text(preview.drgv) }) : '—',
            tone: 'out',
          },
          {
            label: t('backpack.buy.comes'),
            value: t('backpack.buy.machines', {
              count,
              name: product.name,
              power: formatPower(BigInt(preview.power)),
            }),
            tone: 'in',
          },
          {
            label: t('backpack.buy.electricity'),
            value: t('backpack.buy.perPeriod', { amount: text(preview.electricity) }),
          },
          {
            label: t('backpack.buy.estimate'),
            value: <Estimate preview={preview} />,
            total: true,
          },
        ]}
      />
      <p className="text-12 text-t2">{t('backpack.buy.atQuote')}</p>
      <p className="rounded-16 bg-out-soft px-4 py-3 text-14 text-t1">{t('backpack.buy.risk')}</p>
    </div>
  )
}

/** The estimate with the share it rests on: alone on the network it is the whole day's emission, and not for long. */
function Estimate({ preview: { estimatePerDay, power, networkAfter } }: { readonly preview: KnownPreview }) {
  const t = useT()
  if (networkAfter === undefined) return '—'
  return (
    <>
      {formatAmount(estimatePerDay, { maxDecimals: 4 })} DR
      <span className="block text-12 font-normal text-t2">
        {t('backpack.buy.estimateShare', { share: formatShare(BigInt(power), BigInt(networkAfter)) })}
      </span>
    </>
  )
}
