import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UserId } from '../../platform/ids.ts'
import type { CodePurpose } from './emails.ts'

interface CodeFor {
  readonly userId: UserId
  readonly purpose: CodePurpose
  readonly email: string
  readonly code: string
}

/** A code as the database keeps it: bound to whom and what it is for, under a key made of the pepper for this alone. */
export const hashCode = (pepper: Uint8Array, { userId, purpose, email, code }: CodeFor): `0x${string}` => {
  const key = createHmac('sha256', pepper).update('e-mail codes').digest()
  return `0x${createHmac('sha256', key).update(`${userId}\n${purpose}\n${email}\n${code}`).digest('hex')}`
}

export const isSameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))
