import { mulDivDown, WAD } from '@dr/protocol/amounts'
import type { VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { formatBps } from '../../../ui/text/format.ts'
import { inRow, outRow, type ReceiptInput, type ReceiptParts, unitText } from './rows.tsx'

/** The fee is in the output already: what is paid is the input, whole. */
export function swapReceipt({
  t,
  plan,
  voucher,
  message,
}: ReceiptInput<VoucherMessage<'swap-token'>>): ReceiptParts {
  const input = plan.spends[0]?.token ?? ''
  const output = plan.incoming[0]?.token ?? ''
  const rate = mulDivDown(message.outputAmount, WAD, message.inputAmount)
  return {
    leaving: [outRow(t('tx.row.toExchange'), message.inputAmount, input)],
    coming: [
      inRow(t('tx.row.toWallet'), message.outputAmount, output),
      { label: t('tx.row.rate', { token: input }), value: unitText(rate, output) },
      ...(voucher.swap === undefined
        ? []
        : [
            {
              label: t('tx.row.swapFee', { percent: formatBps(voucher.swap.feeBps) }),
              value: unitText(BigInt(voucher.swap.fee), 'USDT'),
            },
          ]),
    ],
    note: t('tx.risk.swap'),
  }
}
