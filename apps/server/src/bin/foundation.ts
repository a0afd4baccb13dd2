/** The parts of a process on which its modules are built. */
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { PublicClient } from 'viem'
import type { WallClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { FatalError } from '../platform/errors.ts'
import type { Mailer } from '../platform/mailer.ts'

/** Secrets of the API other than its signing key, the same on every replica. */
export interface ApiSecrets {
  /** For sign-in nonces. */
  readonly nonce: Uint8Array
  /** For payment passwords and e-mail codes. */
  readonly pepper: Uint8Array
}

export interface Foundation {
  readonly database: Database
  readonly client: PublicClient
  /** Undefined in a process without the API. */
  readonly secrets: ApiSecrets | undefined
  /** Undefined: this server sends no e-mail. */
  readonly mailer: Mailer | undefined
  readonly now: WallClock
  /** Milliseconds by which this process's clock is ahead of the database's. */
  readonly clockAheadMs: () => number
  readonly logger: Logger
  readonly registry: Registry
}

/** A function that returns a secret; it throws in a process without the API, which never calls it. */
export const secretOf = (secrets: ApiSecrets | undefined, name: keyof ApiSecrets) => (): Uint8Array => {
  if (!secrets) throw new FatalError(`this process is no API: it has no secret of that name, ${name}`)
  return secrets[name]
}
