import { formatAmount } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import { useT } from '../../i18n/use-t.ts'
import { formatPower } from '../../ui/format.ts'
import { Receipt } from '../../ui/receipt.tsx'
import { previewPurchase } from './purchase-preview.ts'

type PurchaseReceiptProps = {
  readonly product: Product
  readonly count: number
  readonly drgvPrice: bigint | undefined
  readonly network: { readonly power: number; readonly perDay: bigint } | undefined
}

/** What leaves, what comes, what it may bring, and the risk beside it. */
export function PurchaseReceipt({ product, count, drgvPrice, network }: PurchaseReceiptProps) {
  const t = useT()
  const preview = previewPurchase({
    product,
    count,
    drgvPrice: drgvPrice ?? 0n,
    networkPower: network?.power ?? 0,
    emissionPerDay: network?.perDay ?? 0n,
  })
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
            value: drgvPrice === undefined ? '—' : t('backpack.buy.burned', { amount: text(preview.drgv) }),
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
            value: network ? `${text(preview.estimatePerDay)} DR` : '—',
            total: true,
          },
        ]}
      />
      <p className="text-12 text-t2">{t('backpack.buy.atQuote')}</p>
      <p className="rounded-16 bg-out-soft px-4 py-3 text-14 text-t1">{t('backpack.buy.risk')}</p>
    </div>
  )
}
