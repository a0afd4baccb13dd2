import type { SwapRecord } from '@dr/protocol/calls/swap'
import { ExplorerLink } from '../../chain/explorer-link.tsx'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Receipt } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatCount, formatDate } from '../../ui/text/format.ts'
import { rateText } from './rate-text.ts'

type SwapRecordSheetProps = {
  readonly record: SwapRecord
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Details of one swap: amounts, price, fee and its distribution, order, block, transaction. */
export const SwapRecordSheet = ({ record, open, onOpenChange }: SwapRecordSheetProps) => {
  const t = useT()
  const { inputToken, outputToken, txHash, flushId } = record
  return (
    <Sheet
      name="swap-record"
      open={open}
      onOpenChange={onOpenChange}
      title={`${inputToken} → ${outputToken}`}
    >
      <Receipt
        rows={[
          {
            label: t('exchange.gave'),
            value: <Amount value={-BigInt(record.inputAmount)} token={inputToken} size="sm" tone="out" />,
          },
          {
            label: t('exchange.got'),
            value: (
              <Amount value={BigInt(record.outputAmount)} token={outputToken} size="sm" tone="in" signed />
            ),
          },
          {
            label: t('exchange.rate'),
            value: rateText({ input: inputToken, output: outputToken }, BigInt(record.rate)),
            total: true,
          },
          {
            label: t('exchange.feeShort'),
            value: <Amount value={BigInt(record.fee)} token="USDT" size="sm" />,
          },
          {
            label: t('exchange.feeWent'),
            value: flushId === null ? t('exchange.notFlushed') : t('exchange.flushed', { id: flushId }),
          },
          { label: t('ledger.detail.time'), value: formatDate(record.at * 1_000, 'YMDHMS') },
          { label: t('tx.row.block'), value: formatCount(record.blockNumber) },
          { label: t('ledger.detail.tx'), value: <Address address={txHash} /> },
          {
            label: t('ledger.detail.order'),
            value: <span className="break-all">{record.orderId}</span>,
          },
        ]}
      />
      <ExplorerLink tx={txHash} />
    </Sheet>
  )
}
