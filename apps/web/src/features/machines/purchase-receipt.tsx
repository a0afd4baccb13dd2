import { formatAmount } from '@dr/protocol/amounts'
import type { Product } from '@dr/protocol/calls/mining'
import type { MachineEarnings } from '@dr/protocol/rules/mining-rate'
import { addedEarnings } from '../../i18n/added-earnings.ts'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { formatPower, formatShare } from '../../ui/text/format.ts'
import { electricityText } from './electricity-text.ts'
import type { PurchasePreview } from './purchase-preview.ts'

type PurchaseReceiptProps = {
  readonly product: Product
  readonly count: number
  readonly preview: PurchasePreview
  /** DRGV, burned in the same flow; 0: it is paid later. */
  readonly electricity: bigint
}

/** What leaves, what comes, what it may bring, and the risk beside it. */
export const PurchaseReceipt = ({ product, count, preview, electricity }: PurchaseReceiptProps) => {
  const t = useT()
  const text = (value: bigint): string => formatAmount(value, { maxDecimals: 4 })
  const { earnings } = preview
  return (
    <div className="flex flex-col gap-2">
      <Receipt
        rows={[
          {
            label: t('backpack.buy.comes'),
            value: t('backpack.buy.machines', {
              count,
              name: product.name,
              power: formatPower(BigInt(product.power * count)),
            }),
            tone: 'in',
          },
          {
            label: t('backpack.buy.estimate'),
            value: earnings ? <Estimate earnings={earnings} /> : '—',
          },
          {
            label: t(electricity === 0n ? 'backpack.buy.electricityLater' : 'backpack.buy.electricity'),
            value: earnings
              ? `${t('backpack.buy.perPeriod', { amount: text(earnings.electricity) })}${
                  earnings.electricityUsd === null ? '' : ` · ${electricityText(earnings)}`
                }`
              : '—',
          },
          { label: t('tx.row.life'), value: t('common.days', { count: product.lifeDays }) },
          {
            label: t('backpack.buy.leaves'),
            value: t('backpack.buy.toTreasury', { amount: text(preview.usdt) }),
            tone: 'out',
            total: true,
          },
          {
            label: '',
            value: preview.priced ? t('backpack.buy.burned', { amount: text(preview.drgv) }) : '—',
            tone: 'out',
          },
          ...(electricity === 0n ? [] : [electricityRow(t, electricity)]),
        ]}
      />
      <p className="text-12 text-t2">{t('backpack.buy.atQuote')}</p>
      <p className="rounded-16 bg-out-soft px-4 py-3 text-14 text-t1">{t('backpack.buy.risk')}</p>
    </div>
  )
}

const electricityRow = (t: Translate, amount: bigint): ReceiptRow => ({
  label: t('tx.row.burnedForPower'),
  value: `${formatAmount(amount, { maxDecimals: 4 })} DRGV`,
  tone: 'out',
})

/** What they add, then what they mine, with the share it rests on. */
const Estimate = ({ earnings }: { readonly earnings: MachineEarnings }) => {
  const t = useT()
  const { power, networkPower } = earnings
  const { adds, less } = addedEarnings(t, earnings)
  const share = t('backpack.buy.estimateShare', { share: formatShare(power, networkPower) })
  const below = less === null ? [share] : [`${less.mined} · ${share}`, less.why]
  return (
    <>
      <span className="font-semibold">{adds}</span>
      {below.map((text) => (
        <span key={text} className="block text-12 text-t2">
          {text}
        </span>
      ))}
    </>
  )
}
