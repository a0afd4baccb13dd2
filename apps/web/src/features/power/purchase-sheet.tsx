import type { PodPowerPurchase } from '@dr/protocol/calls/users'
import { formatPriceUsdt } from '../../i18n/rate-text.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatDate } from '../../ui/text/format.ts'

type PurchaseSheetProps = {
  readonly purchase: PodPowerPurchase
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Details of one purchase: burn, payment, power, price, remaining power, and transaction. */
export const PurchaseSheet = ({ purchase, open, onOpenChange }: PurchaseSheetProps) => {
  const t = useT()
  const power = BigInt(purchase.power)
  const consumed = BigInt(purchase.consumed)
  const units = (value: bigint) => <Amount value={value} token="POD" size="sm" />
  return (
    <Sheet name="purchase" open={open} onOpenChange={onOpenChange} title={t('power.records.bought')}>
      <Receipt
        rows={[
          {
            label: t('power.row.burned'),
            value: <Amount value={-BigInt(purchase.drAmount)} token="DR" size="sm" tone="out" />,
            tone: 'out',
          },
          {
            label: t('power.row.treasury'),
            value: <Amount value={-BigInt(purchase.usdrAmount)} token="USDR" size="sm" tone="out" />,
            tone: 'out',
          },
          { label: t('power.row.power'), value: units(power), tone: 'in', total: true },
          { label: t('power.consumed'), value: units(consumed) },
          { label: t('power.left'), value: units(power - consumed) },
          { label: t('power.row.price'), value: formatPriceUsdt(BigInt(purchase.drPrice)) },
          { label: t('power.row.time'), value: formatDate(purchase.at * 1_000, 'YMDHMS') },
          { label: t('tx.row.transaction'), value: <Address address={purchase.txHash} /> },
        ]}
      />
    </Sheet>
  )
}
