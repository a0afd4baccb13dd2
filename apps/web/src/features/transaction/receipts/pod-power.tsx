import type { VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { at, outRow, type ReceiptInput, type ReceiptParts } from './rows.tsx'

export const podPowerReceipt = ({
  t,
  voucher,
  message,
}: ReceiptInput<VoucherMessage<'buy-pod-power' | 'buy-pod-power-again'>>): ReceiptParts => ({
  leaving: [
    outRow(t('tx.row.burned'), message.drAmount, 'DR'),
    outRow(t('tx.row.toTreasury'), message.USDRAmount, 'USDR'),
  ],
  coming: voucher.incoming.flatMap((coming): ReceiptRow[] =>
    coming.kind !== 'pod-power'
      ? []
      : [
          {
            label: t('tx.row.podPower'),
            value: <Amount value={BigInt(coming.power)} token="POD" size="sm" signed tone="in" />,
          },
          { label: t('tx.row.pledgedFrom'), value: at(coming.pledgedFrom) },
        ],
  ),
})
