/**
 * Rate limits of this process for a network address and for an account, by class of call, and for calls with
 * their own limits. Counted in memory by @fastify/rate-limit before a body is read. The proxy in front limits
 * the sum over all processes (deploy/proxy, ADR 0071).
 */
import { type Call, HEADERS, type LimitClass, type RateLimit } from '@dr/protocol/call'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FindSession } from '../../modules/users/index.ts'
import { AppError } from '../../platform/app-error.ts'
import type { WallClock } from '../../platform/clock.ts'
import { networkOf } from '../../platform/network-of.ts'
import { isSignedIn, readToken } from './session.ts'

/** For each network address, of requests without a session. Many people may share one address. */
export const PER_ADDRESS: Readonly<Record<LimitClass, RateLimit>> = {
  'sign-in': { max: 60, perSeconds: 60 },
  quote: { max: 120, perSeconds: 60 },
  call: { max: 1_200, perSeconds: 60 },
}
/** For each account, from any address. */
export const PER_ACCOUNT: Readonly<Record<LimitClass, RateLimit>> = {
  'sign-in': { max: 30, perSeconds: 60 },
  quote: { max: 30, perSeconds: 60 },
  call: { max: 300, perSeconds: 60 },
}
/**
 * Maximum number of addresses or accounts stored by one limit; beyond it, the least recently seen are
 * dropped.
 */
const REMEMBERED_MAX = 50_000

export type LimitedCall = Pick<Call, 'name' | 'limit' | 'ownLimits'>

/** Counts a request; throws 30003 with `retryAfterSeconds` above the limit. */
type Count = (request: FastifyRequest) => Promise<void>

export interface LimitDependencies {
  readonly findSession: FindSession
  /** Whether a server with this key has made the token. */
  readonly isOurToken: (token: string) => boolean
  readonly now: WallClock
  /** Factor of the limits; more than 1 in the local set-up, where one person plays all users. */
  readonly limitFactor: number
}

const addressOf = ({ ip }: FastifyRequest): string => networkOf(ip)
const accountOf = ({ session }: FastifyRequest): number => session?.userId ?? 0

const CLASSES = Object.keys(PER_ADDRESS) as LimitClass[]

/**
 * Sets `request.session`. A token of ours is looked up first: with a valid session a request counts only for
 * its account, so that strangers behind the same address cannot lock it out. Without one it counts for its
 * address, and a token that no server with this key has made is looked up only below the address's limit.
 */
const createAdmission = (
  { findSession, isOurToken, now }: LimitDependencies,
  { byAccount, byAddress }: { readonly byAccount: Count; readonly byAddress: Count },
): Count => {
  const lookUp = async (request: FastifyRequest, token: string) => {
    request.session = (await findSession(token)) ?? null
  }
  return async (request) => {
    const token = readToken(request.headers[HEADERS.authorization])
    const isOurs = token !== undefined && isOurToken(token)
    if (isOurs) await lookUp(request, token)
    if (isSignedIn(request.session, now())) return byAccount(request)
    await byAddress(request)
    if (token !== undefined && !isOurs) await lookUp(request, token)
  }
}

/** The `onRequest` hook of a call's route. */
export type LimitOf = (call: LimitedCall) => Count

export const createLimits = async (
  app: FastifyInstance,
  dependencies: LimitDependencies,
): Promise<LimitOf> => {
  await app.register(rateLimit, { global: false, cache: REMEMBERED_MAX })
  app.decorateRequest('session', null)

  const counter = ({ max, perSeconds }: RateLimit, keyGenerator: (of: FastifyRequest) => string | number) => {
    const take = app.createRateLimit({
      max: Math.max(1, max * dependencies.limitFactor),
      timeWindow: perSeconds * 1_000,
      keyGenerator,
    })
    const count: Count = async (request) => {
      const taken = await take(request)
      if (taken.isAllowed || !taken.isExceeded) return
      throw new AppError('TOO_MANY_REQUESTS', { details: { retryAfterSeconds: taken.ttlInSeconds } })
    }
    return count
  }
  const ofClasses = (
    limits: Readonly<Record<LimitClass, RateLimit>>,
    keyOf: typeof addressOf | typeof accountOf,
  ) =>
    Object.fromEntries(CLASSES.map((name) => [name, counter(limits[name], keyOf)])) as Record<
      LimitClass,
      Count
    >
  const addressClasses = ofClasses(PER_ADDRESS, addressOf)
  const accountClasses = ofClasses(PER_ACCOUNT, accountOf)

  return ({ limit, ownLimits: { perAddress, perAccount } = {} }) => {
    const ownOfAddress = perAddress && counter(perAddress, addressOf)
    const ownOfAccount = perAccount && counter(perAccount, accountOf)
    return createAdmission(dependencies, {
      byAccount: async (request) => {
        await accountClasses[limit](request)
        await ownOfAccount?.(request)
        await ownOfAddress?.(request)
      },
      byAddress: async (request) => {
        await addressClasses[limit](request)
        await ownOfAddress?.(request)
      },
    })
  }
}
