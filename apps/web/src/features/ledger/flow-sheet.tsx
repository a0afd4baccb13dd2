import type { FundFlow } from '@dr/protocol/calls/users'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries/public.ts'
import { useT } from '../../i18n/use-t.ts'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { formatDate } from '../../ui/format.ts'
import { Receipt, type ReceiptRow } from '../../ui/receipt.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { signedAmount, sourceText } from './flow-row.tsx'

type FlowSheetProps = {
  readonly flow: FundFlow
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** One ledger line whole: its source, its journal, its order and transaction. */
export function FlowSheet({ flow, open, onOpenChange }: FlowSheetProps) {
  const t = useT()
  const { data: config } = useQuery(configQuery())
  const explorer = config?.chain.explorerUrl
  const { value, signed } = signedAmount(flow)
  const rows: ReceiptRow[] = [
    {
      label: t('ledger.detail.amount'),
      value: <Amount value={value} token={flow.token} signed={signed} size="sm" />,
    },
    { label: t('ledger.filter.account'), value: t(`assets.account.${flow.account}`) },
    { label: t('ledger.detail.time'), value: formatDate(flow.at, 'YMDHMS') },
    { label: t('common.source'), value: sourceText(t, flow, true) },
    { label: t('ledger.detail.journal'), value: `#${flow.journalId}` },
  ]
  if (flow.orderId)
    rows.push({ label: t('ledger.detail.order'), value: <span className="break-all">{flow.orderId}</span> })
  if (flow.txHash) rows.push({ label: t('ledger.detail.tx'), value: <Address address={flow.txHash} /> })
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t(`ledger.kind.${flow.kind}`)}>
      <Receipt rows={rows} />
      {flow.txHash && explorer ? (
        <a
          href={`${explorer}/tx/${flow.txHash}`}
          target="_blank"
          rel="noreferrer"
          className="mt-3 inline-flex min-h-11 items-center text-14 text-gold"
        >
          {t('common.explorer')}
        </a>
      ) : null}
    </Sheet>
  )
}
