/** Public API of users: their identity, their inviters, and their sessions. */
export { createUsersModule } from './module.ts'
export { findGenesis, seedGenesis } from './seed-genesis.ts'
export { isOurToken } from './sign-in/session-token.rules.ts'
export {
  createSessionFinder,
  type FindSession,
  SESSIONS_ENDED,
  type SessionRecord,
} from './sign-in/sessions.ts'
export {
  createDigestVerifier,
  createSignatureVerifier,
  type VerifyDigest,
} from './sign-in/verify-signature.ts'
export {
  createInviterFinder,
  type FindInviter,
  findAddresses,
  findUserByAddress,
  findUserById,
  findUserIds,
  invitersBoundBefore,
  type User,
} from './store.ts'
