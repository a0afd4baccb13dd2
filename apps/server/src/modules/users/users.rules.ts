/** Conditions for inviters (docs/product.md 9 and 14). Pure. */

import type { ErrorName } from '@dr/protocol/errors'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'

/** Characters of an invitation code, without I, O, 0 and 1, which are easily confused. */
export const INVITE_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const INVITE_CODE_LENGTH = 8
const CODE_FORM = /^[A-HJ-NP-Z2-9]{8}$/
const ADDRESS_FORM = /^0x[0-9a-f]{40}$/

/** 8 characters out of 32, from 8 random bytes (256 is a multiple of 32: no bias). 2^40 codes. */
export const inviteCodeFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, INVITE_CODE_LENGTH), (byte) => INVITE_CODE_ALPHABET.charAt(byte & 31)).join(
    '',
  )

export type InviterName =
  | { readonly by: 'address'; readonly address: LowerHex }
  | { readonly by: 'code'; readonly code: string }
  | { readonly by: 'nothing' }

/** Parsed name of an inviter: an address or a code, in any case. `nothing`: it has the form of neither. */
export const readInviterName = (text: string): InviterName => {
  const trimmed = text.trim()
  const lower = trimmed.toLowerCase()
  if (ADDRESS_FORM.test(lower)) return { by: 'address', address: lower as LowerHex }
  const code = trimmed.toUpperCase()
  return CODE_FORM.test(code) ? { by: 'code', code } : { by: 'nothing' }
}

export interface Bound {
  readonly id: UserId
  readonly inviterId: UserId | null
  readonly activated: boolean
}

export type BindDecision =
  | { readonly kind: 'bind' }
  /** The same inviter again: nothing changes, without an error. */
  | { readonly kind: 'bound-already' }
  | {
      readonly kind: 'refuse'
      readonly error: Extract<ErrorName, 'INVITER_UNFIT' | 'FORBIDDEN'>
      readonly reason: 'self' | 'downline' | 'not-activated' | 'bound-already'
    }

const unfit = (reason: 'self' | 'downline' | 'not-activated'): BindDecision => ({
  kind: 'refuse',
  error: 'INVITER_UNFIT',
  reason,
})

/**
 * `inviterInDownline`: the inviter is a descendant of `user`. An invalid inviter is reported before "too
 * late".
 */
export const decideBinding = (input: {
  readonly user: Bound
  readonly inviter: Bound
  readonly inviterInDownline: boolean
}): BindDecision => {
  const { user, inviter } = input
  if (user.inviterId !== null && user.inviterId === inviter.id) return { kind: 'bound-already' }
  if (user.id === inviter.id) return unfit('self')
  if (input.inviterInDownline) return unfit('downline')
  if (!inviter.activated) return unfit('not-activated')
  if (user.activated) return { kind: 'refuse', error: 'FORBIDDEN', reason: 'bound-already' }
  return { kind: 'bind' }
}
