import type { PodPowerPurchase } from '@dr/protocol/calls/users'
import type { WallClock } from '../../platform/clock.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Page } from '../../platform/pagination.ts'
import type { ProfileStatus } from './profile.ts'
import type { VerifySignature } from './sign-in/verify-signature.ts'

export interface UsersDeps {
  readonly database: Database
  readonly now: WallClock
  readonly chainId: number
  /** Origin of the app; undefined (local only): the host of each request. */
  readonly publicOrigin: string | undefined
  /** Key of the MACs of nonces and tokens, the same on every replica; read only when a call needs it. */
  readonly nonceSecret: () => Uint8Array
  readonly verify: VerifySignature
  /** The POD power module's purchases of a user, newest first, for pod-power-purchase. */
  readonly listPurchases: (request: {
    readonly userId: UserId
    readonly cursor?: string | undefined
    readonly limit: number
  }) => Promise<Page<PodPowerPurchase>>
  /** Wallets of operators, lower case. */
  readonly operators: ReadonlySet<string>
  /** Level and node state, from the community and the nodes. */
  readonly readProfileStatus: (reader: Reader, userId: UserId) => Promise<ProfileStatus>
}
