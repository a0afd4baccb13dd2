/**
 * How many requests an address and an account may make, by class of call (docs/product.md 11), and of a call
 * that declares limits of its own. Both are counted: a request refused by one may still have taken from the
 * other.
 */
import type { Call, LimitClass, OwnLimits, RateLimit } from '@dr/protocol/call'
import { AppError } from '../../platform/app-error.ts'
import type { Tx } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/network-of.ts'
import { createRateBuckets } from './rate-buckets.ts'

/** Per network address; the second number is seconds. Many people may share one address. */
export const PER_ADDRESS: Readonly<Record<LimitClass, RateLimit>> = {
  'sign-in': { burst: 60, perSeconds: 60 },
  quote: { burst: 120, perSeconds: 60 },
  call: { burst: 1_200, perSeconds: 60 },
}
/**
 * Per network address, of requests with a session, which have their account's limit beside it: a carrier's
 * customers behind one address, and a bound for one who signs in with very many wallets.
 */
const PER_ADDRESS_SIGNED_IN_FACTOR = 10
/** Per account. */
export const PER_ACCOUNT: Readonly<Record<LimitClass, RateLimit>> = {
  'sign-in': { burst: 30, perSeconds: 60 },
  quote: { burst: 30, perSeconds: 60 },
  call: { burst: 300, perSeconds: 60 },
}

export type LimitedCall = Pick<Call, 'name' | 'limit' | 'ownLimits'>

export interface RateLimits {
  /** Throws 30003 with `retryAfterSeconds`. `now`: wall time. */
  admitAddress(call: LimitedCall, ip: string, now: Date): Promise<void>
  admitAccount(
    call: LimitedCall,
    of: { readonly userId: number; readonly ip: string },
    now: Date,
  ): Promise<void>
}

interface Bucket {
  readonly key: string
  readonly limit: RateLimit
}

/** The bucket of the call's class, and the call's own; `of`: the address or account they belong to. */
const bucketsOf = (
  call: LimitedCall,
  of: string,
  { ofClass, ofCall }: { readonly ofClass: RateLimit; readonly ofCall: OwnLimits[keyof OwnLimits] },
): readonly Bucket[] => [
  { key: `${call.limit}:${of}`, limit: ofClass },
  ...(ofCall ? [{ key: `${call.name}:${of}`, limit: ofCall }] : []),
]

/**
 * `factor`: how many times the limits above; more than 1 on the local set-up, where one person plays all
 * users.
 */
export const createRateLimits = (
  tx: () => Tx,
  { factor = 1 }: { readonly factor?: number } = {},
): RateLimits => {
  const take = createRateBuckets(tx)
  const admit = async (
    { own, shared = [] }: { readonly own: readonly Bucket[]; readonly shared?: readonly Bucket[] },
    now: Date,
  ) => {
    const takingOf = ({ key, limit: { burst, perSeconds } }: Bucket) => ({
      key,
      limit: { burst: burst * factor, perSeconds },
      now,
    })
    const waitMs = await take({ own: own.map(takingOf), shared: shared.map(takingOf) })
    if (waitMs === 0) return
    throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: Math.ceil(waitMs / 1_000) } })
  }
  return {
    admitAddress: (call, ip, now) => {
      const limits = { ofClass: PER_ADDRESS[call.limit], ofCall: call.ownLimits?.perAddress }
      return admit({ own: bucketsOf(call, `ip:${networkOf(ip)}`, limits) }, now)
    },
    admitAccount: (call, { userId, ip }, now) => {
      const account = { ofClass: PER_ACCOUNT[call.limit], ofCall: call.ownLimits?.perAccount }
      const { burst, perSeconds } = PER_ADDRESS[call.limit]
      const wide = { burst: burst * PER_ADDRESS_SIGNED_IN_FACTOR, perSeconds }
      const ofCall = call.ownLimits?.perAddress
      const network = networkOf(ip)
      return admit(
        {
          own: bucketsOf(call, `user:${userId}`, account),
          // Only what the account's own limits have room for takes from what its neighbours share.
          shared: [
            { key: `${call.limit}:signed-in:${network}`, limit: wide },
            ...(ofCall ? [{ key: `${call.name}:ip:${network}`, limit: ofCall }] : []),
          ],
        },
        now,
      )
    },
  }
}
