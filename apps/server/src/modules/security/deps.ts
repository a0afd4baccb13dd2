import type { AccountDomain } from '@dr/protocol/account-typed-data'
import type { Logger } from 'pino'
import type { WallClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Mailer } from '../../platform/mailer.ts'
import type { VerifyDigest } from '../users/index.ts'

export interface SecurityDeps {
  readonly database: Database
  readonly now: WallClock
  /** EIP-712 domain of signatures about an account. */
  readonly domain: AccountDomain
  readonly verify: VerifyDigest
  /** 32 bytes that are never in the database, the same on every replica; read only when a call needs it. */
  readonly pepper: () => Uint8Array
  /** Undefined: this server sends no e-mail, and returns 1023. */
  readonly mailer: Mailer | undefined
  readonly logger: Logger
}
