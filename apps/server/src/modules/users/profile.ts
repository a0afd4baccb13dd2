import type { Profile } from '@dr/protocol/calls/users'
import type { User } from './repository.ts'

/** What modules above know of a user, whom their profile shows. */
export interface ProfileStanding {
  /** V0 … V6, of the team. */
  readonly level: number
  readonly node: boolean
}

/**
 * A user as the app sees it. Payment password and e-mail follow their own features: while those have nothing to say,
 * nobody has any.
 */
export const profileOf = (user: User, { level, node }: ProfileStanding): Profile => ({
  address: user.address,
  inviteCode: user.inviteCode,
  inviter: user.inviterAddress,
  activated: user.activatedAt !== null,
  level,
  node,
  flags: { paymentPassword: false, email: false, operator: false },
  registeredAt: user.registeredAt.toISOString(),
})
