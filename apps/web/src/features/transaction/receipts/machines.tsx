import type { VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { formatPower } from '../../../ui/text/format.ts'
import { at, outRow, type ReceiptInput, type ReceiptParts } from './rows.tsx'

export const purchaseReceipt = ({
  t,
  voucher,
  message,
}: ReceiptInput<VoucherMessage<'buy-machine'>>): ReceiptParts => ({
  leaving: [
    outRow(t('tx.row.toTreasury'), message.usdtAmount, 'USDT'),
    outRow(t('tx.row.burned'), message.DRGVAmount, 'DRGV'),
  ],
  coming: voucher.incoming.flatMap((coming): ReceiptRow[] =>
    coming.kind !== 'machines'
      ? []
      : [
          { label: t('tx.row.machines'), value: `${message.machineCount} × ${coming.name}`, tone: 'in' },
          { label: t('tx.row.power'), value: formatPower(BigInt(coming.power)) },
          { label: t('tx.row.life'), value: t('common.days', { count: coming.lifeDays }) },
        ],
  ),
})

export const electricityReceipt = (
  input: ReceiptInput<VoucherMessage<'activate-machine'>>,
): ReceiptParts => ({
  leaving: [outRow(input.t('tx.row.burned'), input.message.DRGVAmount, 'DRGV')],
  coming: electricityRows(input),
  note: input.t('tx.risk.activate'),
})

function electricityRows({
  t,
  voucher,
  message,
}: ReceiptInput<VoucherMessage<'activate-machine'>>): readonly ReceiptRow[] {
  const machines = voucher.incoming.flatMap((coming) =>
    coming.kind === 'electricity' ? coming.machines : [],
  )
  const ends = [...new Set(machines.map(({ paidUntil }) => paidUntil))].sort((a, b) => a - b)
  const [first] = ends
  const last = ends.at(-1)
  const span =
    first === undefined || last === undefined ? '' : first === last ? at(first) : `${at(first)} – ${at(last)}`
  return [
    {
      label: t('tx.row.machines'),
      value: t('tx.machineCount', { count: message.machineIDs.length }),
      tone: 'in',
    },
    { label: t('tx.row.electricity'), value: t('tx.periods', { count: Number(message.Period) }) },
    { label: t('tx.row.paidUntil'), value: span },
    ...(machines.some(({ cutByLife }) => cutByLife)
      ? [{ label: t('tx.row.cut'), value: t('tx.cutByLife') }]
      : []),
  ]
}
