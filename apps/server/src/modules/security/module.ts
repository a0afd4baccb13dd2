import type { SigningOrder } from '@dr/protocol/account-typed-data'
import type { Hex } from 'viem'
import type { Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { checkPassword, checkPasswordIfSet, requirePasswordSet } from './check-password.ts'
import type { Guesser } from './count-tries.ts'
import type { SecurityDeps } from './deps.ts'
import { forgetExpired } from './forget-expired.ts'
import { securityRoutes } from './routes.ts'
import { findSigned, openSigningOrder, type SigningTerms, useSigningOrder } from './signing-orders.ts'

const FORGET_INTERVAL_SECONDS = 600

export interface SecurityModule extends ModuleParts {
  /** Throws 1014 if no payment password is set. */
  requirePasswordSet(userId: UserId): Promise<void>
  /** Throws 1014, 1013 with `triesLeft`, or 30003. Call it outside a transaction. */
  checkPassword(guess: Guesser & { readonly password: string }): Promise<void>
  /** Like `checkPassword` if one is set; otherwise passes. */
  checkPasswordIfSet(guess: Guesser & { readonly password: string | undefined }): Promise<void>
  readonly signing: {
    open(terms: SigningTerms): Promise<SigningOrder>
    /** Throws 10007. Call it outside a transaction. */
    find(
      request: SigningTerms & {
        readonly address: LowerHex
        readonly signature: Hex
        readonly typedData: (order: SigningOrder) => unknown
      },
    ): Promise<{ readonly orderId: string }>
    /** Uses the order up: throws 10007 for the second caller. */
    use(tx: Tx, orderId: string): Promise<void>
  }
}

export const createSecurityModule = (deps: SecurityDeps): SecurityModule => {
  const { database, verify, now } = deps
  return {
    requirePasswordSet: async (userId) => {
      await requirePasswordSet(deps, { userId })
    },
    checkPassword: (guess) => checkPassword(deps, guess),
    checkPasswordIfSet: (guess) => checkPasswordIfSet(deps, guess),
    signing: {
      open: (terms) => openSigningOrder(database, terms, now()),
      find: (request) => findSigned({ database, verify, now: now() }, request),
      use: (tx, orderId) => useSigningOrder(tx, { orderId, now: now() }),
    },
    routes: securityRoutes(deps),
    eventHandlers: [],
    advanceHooks: [],
    ticks: [
      {
        name: 'security.forget-expired',
        schedule: FORGET_INTERVAL_SECONDS,
        run: () => forgetExpired(database.single, now()),
      },
    ],
  }
}
