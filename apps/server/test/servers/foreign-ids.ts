/** Fields with an id that a user owns, sent with another user's id: the answer alice gets for bob's. */
import type { CallName } from '@dr/protocol/calls/index'
import type { Resident } from './scene.ts'

export interface ForeignId {
  readonly body: (bob: Resident) => unknown
  /** Code of the refusal, or 0 for an answer without any data of bob's. */
  readonly code: number
}

/**
 * Ids that no user owns: products on offer, notices, which all users may read, operators' proposals, and
 * idempotency keys that callers choose (looked up only among their own).
 */
export const SHARED_IDS: ReadonlySet<string> = new Set([
  'productId',
  'packageId',
  'proposalId',
  'id',
  'requestId',
])

const NOWHERE = { code: 0 } as const

export const FOREIGN_IDS: Readonly<Partial<Record<`${CallName}.${string}`, ForeignId>>> = {
  'openVouchers.orderId': { body: ({ orderId }) => ({ orderId }), ...NOWHERE },
  'activateSignature.machineIDs': {
    body: ({ machineIds }) => ({ machineIDs: machineIds, Period: 1 }),
    code: 20002,
  },
  'revokeSessions.sessionId': { body: ({ sessionId }) => ({ sessionId }), ...NOWHERE },
  'withdrawalDetail.orderId': { body: ({ orderId }) => ({ orderId }), ...NOWHERE },
  'getWithdrawalList.orderId': { body: ({ orderId }) => ({ orderId }), ...NOWHERE },
}
