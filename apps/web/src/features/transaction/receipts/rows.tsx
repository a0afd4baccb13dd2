import { formatAmount } from '@dr/protocol/amounts'
import type { Voucher } from '@dr/protocol/calls/voucher'
import type { VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { Amount } from '../../../ui/amounts/amount.tsx'
import type { ReceiptRow } from '../../../ui/lists/receipt.tsx'
import { formatDate } from '../../../ui/text/format.ts'
import type { Plan } from '../plan/plan.ts'

/** What a kind's own rows are made of: always the signed amounts, never the server's words for them. */
export interface ReceiptInput<Message extends VoucherMessage = VoucherMessage> {
  readonly t: Translate
  readonly plan: Plan
  readonly voucher: Voucher
  readonly message: Message
}

export interface ReceiptParts {
  readonly leaving: readonly ReceiptRow[]
  readonly coming: readonly ReceiptRow[]
  /** What the decision hangs on, in the size of the offer. */
  readonly note?: string
}

export const at = (seconds: number | bigint): string => formatDate(Number(seconds) * 1_000, 'YMDHMS')

/** An amount that leaves. */
export const outRow = (label: string, value: bigint, token: string): ReceiptRow => ({
  label,
  value: <Amount value={-value} token={token} size="sm" tone="out" />,
})

/** An amount that comes. */
export const inRow = (label: string, value: bigint, token: string): ReceiptRow => ({
  label,
  value: <Amount value={value} token={token} size="sm" signed tone="in" />,
})

/** A price or a rate, as text. */
export const unitText = (value: bigint, token: string): string => `${formatAmount(value)} ${token}`
