import { formatAmount, TOKEN_DECIMALS } from '@dr/protocol/amounts'
import type { FundFlow, Source } from '@dr/protocol/calls/fund-flows'
import type { Translate } from '../../i18n/translate.ts'
import { weekName } from '../../ui/text/iso-week.ts'

const WHOLE = { maxDecimals: TOKEN_DECIMALS, group: false } as const
const SHORT = 10
const shorten = (text: string): string =>
  text.length <= SHORT ? text : `${text.slice(0, 4)}…${text.slice(-4)}`

type Sourced = Pick<FundFlow, 'kind' | 'source'>

/** Short text of a line's source; `whole` writes full hashes and ids. */
export const sourceText = (t: Translate, { kind, source }: Sourced, whole = false): string => {
  const id = (text: string): string => (whole ? text : shorten(text))
  switch (source.kind) {
    case 'emission':
      return t('ledger.source.emission', { reference: source.releaseId })
    case 'order':
      return t('ledger.source.order', { reference: id(source.orderId) })
    case 'chain':
      return t('ledger.source.chain', { reference: id(source.txHash) })
    case 'swap-fees':
      return t('ledger.source.swap-fees', { flush: source.flushId, swaps: source.swaps })
    case 'funded':
      return t('ledger.source.funded', { source: id(source.source), reference: id(source.txHash) })
    case 'week':
      return weeksText(t, source)
    case 'node-week':
      return t('ledger.source.nodeWeek', { week: weekName(source.week) })
    case 'package':
      // Only income is paid from the budget; principal is the user's own.
      return kind === 'package.income'
        ? t('ledger.source.package', { package: source.packageId, position: source.positionId })
        : t('ledger.source.principal', { position: source.positionId })
    case 'transfer':
      return t('ledger.source.transfer', { from: id(source.from), to: id(source.to) })
    case 'operator':
      return source.reverses === null
        ? t('ledger.source.operator', { note: source.note })
        : t('ledger.source.reversal', { journal: source.reverses, note: source.note })
    case 'none':
      return t('ledger.source.none')
  }
}

const weeksText = (t: Translate, { from, to }: { readonly from: number; readonly to: number }): string =>
  from === to
    ? t('ledger.source.week', { week: weekName(to) })
    : t('ledger.source.weeks', { from: weekName(from), to: weekName(to) })

/** Columns of a source in an export: reference, transaction, and a note as free text. */
export interface SourceCells {
  readonly reference: string
  readonly txHash: string
  readonly note: string
}

export const sourceCells = (source: Source): SourceCells => {
  const cells = (reference: string, txHash = '', note = ''): SourceCells => ({ reference, txHash, note })
  switch (source.kind) {
    case 'emission':
      return cells(source.releaseId)
    case 'order':
      return cells(source.orderId)
    case 'chain':
      return cells(
        source.txHash,
        source.txHash,
        source.burnFree === undefined ? '' : `${formatAmount(BigInt(source.burnFree), WHOLE)} without burn`,
      )
    case 'swap-fees':
      return cells(source.flushId, source.txHash, `${source.swaps} swaps`)
    case 'funded':
      return cells(source.source, source.txHash, source.memo)
    case 'week':
      return cells(
        source.from === source.to ? weekName(source.to) : `${weekName(source.from)}/${weekName(source.to)}`,
      )
    case 'node-week':
      return cells(weekName(source.week))
    case 'package':
      return cells(`${source.packageId}/${source.positionId}`, source.fundedBy.join(' '))
    case 'transfer':
      return cells(source.txHash, source.txHash, `${source.from} > ${source.to}`)
    case 'operator':
      return cells(source.reverses ?? '', '', source.note)
    case 'none':
      return cells('')
  }
}
