import type { Profile } from '@dr/protocol/calls/users'
import type { User } from './store.ts'

/** What modules above know of a user, whom their profile shows. */
export interface ProfileStatus {
  /** V0 … V6, of the team. */
  readonly level: number
  readonly node: boolean
  /** One is set. */
  readonly paymentPassword: boolean
  /** One is bound. */
  readonly email: boolean
}

/**
 * A user as the app sees it.
 */
export const profileOf = (
  user: User,
  { level, node, paymentPassword, email, operator }: ProfileStatus & { readonly operator: boolean },
): Profile => ({
  address: user.address,
  inviteCode: user.inviteCode,
  inviter: user.inviterAddress,
  activated: user.activatedAt !== null,
  level,
  node,
  flags: { paymentPassword, email, operator },
  registeredAt: user.registeredAt.toISOString(),
})
