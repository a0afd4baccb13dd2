import type { Profile } from '@dr/protocol/calls/users'
import type { User } from './repository.ts'

/**
 * A user as the app sees it. Level and node state follow the team's stake, payment password and e-mail their own
 * features: while those have nothing to say, nobody has any.
 */
export const profileOf = (user: User): Profile => ({
  address: user.address,
  inviteCode: user.inviteCode,
  inviter: user.inviterAddress,
  activated: user.activatedAt !== null,
  level: 0,
  node: false,
  flags: { paymentPassword: false, email: false, operator: false },
  registeredAt: user.registeredAt.toISOString(),
})
