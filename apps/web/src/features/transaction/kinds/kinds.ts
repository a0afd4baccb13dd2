import type { VoucherKind, VoucherMessage } from '@dr/protocol/vouchers'
import { expectEqual, type Mismatch } from '../../../chain/vouchers/mismatches.ts'
import { activateMachine } from './activate-machine.tsx'
import { buyMachine } from './buy-machine.tsx'
import { buyPodPower } from './buy-pod-power.tsx'
import type { CheckInput, ReceiptInput, RequestParts, SignedParts, TermsInput } from './kind.ts'
import { swapToken } from './swap-token.tsx'
import { withdrawal } from './withdrawal.tsx'

/** Every kind of the registry with its parts: a missing kind or part does not compile. */
const TABLE = {
  'buy-machine': buyMachine,
  'activate-machine': activateMachine,
  'buy-pod-power': buyPodPower,
  'buy-pod-power-again': buyPodPower,
  'swap-token': swapToken,
  'withdraw-dr': withdrawal,
  'withdraw-usdt': withdrawal,
} as const satisfies { readonly [K in VoucherKind]: SignedParts<K, never> }

/** A missing kind is `never` here, so only the table reports it, not every use of its types. */
type Kinds = {
  readonly [K in VoucherKind]: K extends keyof typeof TABLE ? (typeof TABLE)[K] : never
}
const KINDS = TABLE as Kinds
type AnyKind = Kinds[VoucherKind]
/** Intents that request a voucher, and the terms that it is checked against. */
export type QuotedIntent = Parameters<AnyKind['request']>[0]
export type VoucherRequest = Awaited<ReturnType<AnyKind['requestOf']>>
/** Name of a kind in texts. */
export type VoucherName = AnyKind['name']

type IntentKind = QuotedIntent['kind']
type IntentOf<I extends IntentKind> = { readonly [P in I]: Extract<QuotedIntent, { readonly kind: P }> }[I]
type RequestOf<K extends VoucherKind> = Awaited<ReturnType<Kinds[K]['requestOf']>>

// The same table, typed so that a kind's parts take its own intent, request and message.
const BY_MESSAGE: { readonly [K in VoucherKind]: SignedParts<K, RequestOf<K>> } = KINDS
const BY_INTENT: {
  readonly [I in IntentKind]: RequestParts<VoucherName, VoucherKind, IntentOf<I>, VoucherRequest>
} = Object.fromEntries(Object.values(KINDS).map((kind) => [kind.intent, kind])) as {
  readonly [I in IntentKind]: Extract<AnyKind, { readonly intent: I }>
}

export const nameOfVoucher = (kind: VoucherKind): VoucherName => KINDS[kind].name
export const nameOfIntent = (kind: IntentKind): VoucherName => BY_INTENT[kind].name

export const requestVoucher = <I extends IntentKind>(intent: IntentOf<I>) =>
  BY_INTENT[intent.kind].request(intent)

export const expectedKind = <I extends IntentKind>(intent: IntentOf<I>): VoucherKind =>
  BY_INTENT[intent.kind].expected(intent)

export const requestOf = <I extends IntentKind>(intent: IntentOf<I>) =>
  BY_INTENT[intent.kind].requestOf(intent)

export const goalOf = <I extends IntentKind>(
  intent: IntentOf<I>,
  input: Parameters<AnyKind['goal']>[1],
): ReturnType<RequestParts<VoucherName, VoucherKind, QuotedIntent, VoucherRequest>['goal']> =>
  BY_INTENT[intent.kind].goal(intent, input)

/** Compares the signed message with the request; a request for another kind is a mismatch. */
export const checkRequest = <K extends VoucherKind>(
  { request, ...input }: CheckInput<VoucherRequest>,
  message: VoucherMessage<K>,
): readonly Mismatch[] => {
  const { check } = BY_MESSAGE[message.kind]
  const { intent } = KINDS[message.kind]
  if (request === null || request.kind === intent)
    return check({ ...input, request: request as RequestOf<K> | null }, message)
  return [...expectEqual('request', request.kind, intent), ...check({ ...input, request: null }, message)]
}

/**
 * Compares a voucher's price with the chain; null: fair. Throws the contract's own revert if there is no
 * price for a sale or a swap.
 */
export const findUnfairTerms = async <K extends VoucherKind>(input: TermsInput, message: VoucherMessage<K>) =>
  BY_MESSAGE[message.kind].unfairTerms(input, message)

export const measuresOf = <K extends VoucherKind>(message: VoucherMessage<K>) =>
  BY_MESSAGE[message.kind].measures(message)

export const receiptOf = <K extends VoucherKind>(input: ReceiptInput<VoucherMessage<K>>) =>
  BY_MESSAGE[input.message.kind].receipt(input)
