import type { Profile } from '@dr/protocol/calls/users'
import { type AccountBlock, blockAnswer } from '../parameters/index.ts'
import type { User } from './store.ts'

/** Status of a user in their profile, from modules above. */
export interface ProfileStatus {
  /** Level V0 … V6 of the team. */
  readonly level: number
  readonly node: boolean
  /** Whether one is set. */
  readonly paymentPassword: boolean
  /** Whether one is bound. */
  readonly email: boolean
}

/** A user in the API's format. */
export const profileOf = (
  user: User,
  {
    level,
    node,
    paymentPassword,
    email,
    operator,
    block,
  }: ProfileStatus & { readonly operator: boolean; readonly block: AccountBlock | undefined },
): Profile => ({
  address: user.address,
  inviteCode: user.inviteCode,
  inviter: user.inviterAddress,
  activated: user.activatedAt !== null,
  level,
  node,
  flags: { paymentPassword, email, operator },
  ...blockAnswer(block),
  registeredAt: user.registeredAt.toISOString(),
})
