/**
 * Display of each message that users sign as typed data (ADR 0021, ERC-2612). Vouchers are signed by the
 * server, not by a wallet. Signing in is plain text (EIP-4361).
 */
import { ACCOUNT_TYPES } from '@dr/protocol/account-typed-data'
import { address, allowance, type FieldText, type FormatText, hidden, raw, until } from './format.ts'

/** Fields by the standard. */
const PERMIT = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const

/** By primary type. */
export const MESSAGE_TYPES = { ...ACCOUNT_TYPES, Permit: PERMIT } as const
type MessageTypes = typeof MESSAGE_TYPES
export type Message = keyof MessageTypes

const self = hidden('the signer’s own address')
const order = hidden('the number of the request, which only the server knows')

/** A message or a field without its text does not compile. */
export const MESSAGES: {
  readonly [M in Message]: FormatText & {
    readonly fields: { readonly [F in MessageTypes[M][number]['name']]: FieldText }
  }
} = {
  BindEmail: {
    intent: 'Add or replace email',
    fields: { email: raw('Email'), deadline: until, account: self, orderId: order },
  },
  ResetPaymentPassword: {
    intent: 'Reset payment password',
    fields: { deadline: until, account: self, orderId: order },
  },
  Permit: {
    intent: 'Approve',
    fields: {
      spender: address('Approved contract', 'contract'),
      value: allowance('Approval amount', 'called'),
      deadline: until,
      owner: self,
      nonce: hidden('the token’s count of permits, which makes each good once'),
    },
  },
}
