import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hex } from 'viem'
import type { UserId } from '../../platform/ids.ts'
import type { CodePurpose } from './emails.ts'

interface CodeFor {
  readonly userId: UserId
  readonly purpose: CodePurpose
  readonly email: string
  readonly code: string
}

/**
 * Stored form of a code: bound to its user and purpose, under a key derived from the pepper for this use
 * only.
 */
export const hashCode = (pepper: Uint8Array, { userId, purpose, email, code }: CodeFor): Hex => {
  const key = createHmac('sha256', pepper).update('e-mail codes').digest()
  return `0x${createHmac('sha256', key).update(`${userId}\n${purpose}\n${email}\n${code}`).digest('hex')}`
}

export const isSameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))
