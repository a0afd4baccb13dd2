import type { SettingChange } from '@dr/protocol/calls/settings'
import { useT } from '../../i18n/use-t.ts'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatBps, formatCount, formatDate } from '../../ui/text/format.ts'

type ChangeSheetProps = {
  readonly change: SettingChange
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

const isAddress = (value: string): boolean => /^0x[0-9a-f]{40}$/.test(value)

/** Details of one change: the contract's event, its transaction and block. */
export const ChangeSheet = ({ change, open, onOpenChange }: ChangeSheetProps) => {
  const t = useT()
  const { setting, values, at, address, blockNumber, txHash } = change
  return (
    <Sheet name="change" open={open} onOpenChange={onOpenChange} title={t(`platform.setting.${setting}`)}>
      <Receipt
        rows={[
          ...Object.entries(values).map(([label, value]) => ({
            label,
            value: isAddress(value) ? (
              <Address address={value} />
            ) : (
              <span className="break-all">
                {label.toLowerCase().endsWith('bps') ? formatBps(value) : value}
              </span>
            ),
          })),
          { label: t('ledger.detail.time'), value: formatDate(at * 1_000, 'YMDHMS'), total: true },
          { label: t('tx.row.block'), value: formatCount(blockNumber) },
          { label: t('tx.row.transaction'), value: <Address address={txHash} /> },
          { label: t('withdrawal.contract'), value: <Address address={address} /> },
        ]}
      />
    </Sheet>
  )
}
