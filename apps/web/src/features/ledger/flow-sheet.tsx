import type { FundFlow, Source } from '@dr/protocol/calls/fund-flows'
import { ExplorerLink } from '../../chain/explorer-link.tsx'
import type { Translate } from '../../i18n/translate.ts'
import { useT } from '../../i18n/use-t.ts'
import { Amount } from '../../ui/amounts/amount.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Receipt, type ReceiptRow } from '../../ui/lists/receipt.tsx'
import { Sheet } from '../../ui/sheet/sheet.tsx'
import { Address } from '../../ui/text/address.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { weekDays } from '../../ui/text/iso-week.ts'
import { unbroken } from '../../ui/text/moment.ts'
import { isOwnDeposit, signedAmount } from './looks.ts'
import { sourceText } from './source.ts'

type FlowSheetProps = {
  readonly flow: FundFlow
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Details of one ledger line: its source, journal, order and transaction. */
export const FlowSheet = ({ flow, open, onOpenChange }: FlowSheetProps) => {
  const t = useT()
  const { value, signed } = signedAmount(flow)
  const hash = flow.txHash ?? sourceHash(flow.source)
  const direction = isOwnDeposit(flow) ? 'own' : flow.direction
  const rows: ReceiptRow[] = [
    {
      label: t('ledger.detail.amount'),
      value: <Amount value={value} token={flow.token} signed={signed} size="sm" />,
    },
    { label: t('ledger.detail.direction'), value: t(`ledger.direction.${direction}`) },
    { label: t('ledger.filter.account'), value: t(`assets.account.${flow.account}`) },
    { label: t('ledger.detail.time'), value: formatDate(flow.at, 'YMDHMS') },
    // The details already show a transaction's hash.
    ...(flow.source.kind === 'chain'
      ? []
      : [{ label: t('common.source'), value: sourceText(t, flow, true) }]),
    ...sourceRows(t, flow),
  ]
  const details: ReceiptRow[] = [{ label: t('ledger.detail.journal'), value: `#${flow.journalId}` }]
  if (flow.orderId)
    details.push({
      label: t('ledger.detail.order'),
      value: <span className="break-all">{flow.orderId}</span>,
    })
  if (hash !== null) details.push({ label: t('ledger.detail.tx'), value: <Address address={hash} /> })
  return (
    <Sheet name="flow" open={open} onOpenChange={onOpenChange} title={t(`ledger.kind.${flow.kind}`)}>
      <Receipt rows={rows} />
      <Disclosure title={t('common.details')}>
        <Receipt rows={details} />
      </Disclosure>
      <ExplorerLink tx={hash} />
    </Sheet>
  )
}

const sourceHash = (source: Source): string | null =>
  source.kind === 'swap-fees' || source.kind === 'funded' || source.kind === 'chain' ? source.txHash : null

/** First and last week that a source refers to; null: none. */
const weeksOf = (source: Source): { readonly from: number; readonly to: number } | null => {
  if (source.kind === 'week') return source
  return source.kind === 'node-week' ? { from: source.week, to: source.week } : null
}

/** Further rows about a source. */
const sourceRows = (t: Translate, { source, token }: FundFlow): readonly ReceiptRow[] => {
  if (source.kind === 'chain' && source.burnFree !== undefined)
    return [
      {
        label: t('ledger.detail.burnFree'),
        value: <Amount value={BigInt(source.burnFree)} token={token} size="sm" />,
      },
    ]
  if (source.kind === 'funded')
    return [{ label: t('ledger.detail.funder'), value: <Address address={source.source} /> }]
  if (source.kind === 'package')
    return source.fundedBy.map((hash, index) => ({
      label: t('ledger.detail.fundedBy', { number: index + 1 }),
      value: <Address address={hash} />,
    }))
  const weeks = weeksOf(source)
  if (!weeks) return []
  return [{ label: t('ledger.detail.weekDays'), value: unbroken(weekDays(weeks.from, weeks.to)) }]
}
