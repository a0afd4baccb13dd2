import { formatAmount } from '@dr/protocol/amounts'
import { Amount } from '../amounts/amount.tsx'
import { moment } from '../text/moment.ts'
import type { ReceiptRow } from './receipt.tsx'

export const at = (seconds: number | bigint): string => moment(Number(seconds))

/** Row of an outgoing amount. */
export const outRow = (label: string, value: bigint, token: string): ReceiptRow => ({
  label,
  value: <Amount value={-value} token={token} size="sm" tone="out" />,
})

/** Row of an incoming amount. */
export const inRow = (label: string, value: bigint, token: string): ReceiptRow => ({
  label,
  value: <Amount value={value} token={token} size="sm" signed tone="in" />,
})

/** Row of an amount of a sum, without a sign. */
export const amountRow = (label: string, value: bigint, token: string): ReceiptRow => ({
  label,
  value: <Amount value={value} token={token} size="sm" />,
})

/** Text of a price or a rate. */
export const unitText = (value: bigint, token: string): string => `${formatAmount(value)} ${token}`
