/**
 * Definition of a call, the source of the server's validation, the OpenAPI document, the app's typed client
 * and the spec map. Paths are exactly the requirement's (§7), with a leading slash.
 */
import * as z from 'zod'
import type { ErrorName } from './errors.ts'
import type { Feature } from './parameters.ts'

/**
 * Who may make a call. `public`: anyone. `session`: signed in. `activated`: signed in with an inviter bound
 * (10014 otherwise). `operator`: signed in with a wallet of the configured list (10004 otherwise), checked
 * on each call. A page's call without any session header answers 1012; with an unknown token 10003.
 */
export type Access = 'public' | 'session' | 'activated' | 'operator'

/** Chapters of the OpenAPI document. */
export type Tag =
  | ('accounts' | 'community' | 'dividends' | 'game' | 'local' | 'mining' | 'notices' | 'operator')
  | ('packages' | 'pod-power' | 'prices' | 'public' | 'security' | 'swap' | 'users' | 'withdrawal')

type Method = 'GET' | 'POST'
/** `api`: answers `{code, message, data}`; `legacy`: `{success, code, message, data}` (requirement §7). */
export type EnvelopeKind = 'api' | 'legacy'

/**
 * Rate limit shared by all calls of a class; the server has the numbers (http/request/limits.ts).
 * `sign-in`: before a session exists. `quote`: signs, moves money, sends an e-mail or decides a limit of
 * the product; takes locks and reads the chain. `call`: everything else, and two kinds of writes:
 * collecting, which is refused for an hour afterwards, and operators' changes, since operators are few
 * listed wallets, and a stop must not wait.
 */
export type LimitClass = 'sign-in' | 'quote' | 'call'

/** Requests in a window of `perSeconds`, which begins with the first of them. */
export interface RateLimit {
  readonly max: number
  readonly perSeconds: number
}

/**
 * Limits of one call besides its class's, if it costs more than others or is more attractive to abusers. By
 * network address, and by account if there is one.
 */
interface OwnLimits {
  readonly perAddress?: RateLimit
  readonly perAccount?: RateLimit
}

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
  Name extends string = string,
> {
  readonly name: Name
  readonly method: Method
  /** Fastify style: `:address` is a parameter. */
  readonly path: `/${string}`
  readonly access: Allowed
  readonly limit: LimitClass
  readonly answer: EnvelopeKind
  readonly summary: string
  readonly tag: Tag
  readonly params: Params
  /** Body of a POST, query of a GET. */
  readonly request: Request
  readonly response: Response
  /** Errors besides those that every call may raise. */
  readonly errors: readonly ErrorName[]
  /** Feature of the call; while an operator has switched it off the call answers 1023. */
  readonly feature?: Feature | undefined
  readonly ownLimits?: OwnLimits | undefined
}

export const NOTHING = z.strictObject({})

/**
 * Headers of a request (docs/product.md 11). `authorization: Bearer <token>` for a session; `x-address`
 * (optional) is the address of the connected wallet: if it is not the session's, the answer is 10011, so
 * that a wallet with a changed account never acts for the previous one. `key`, `key-id` and `timestamp`
 * belong to the envelope and come with every body.
 */
export const HEADERS = {
  authorization: 'authorization',
  address: 'x-address',
  key: 'key',
  keyId: 'key-id',
  timestamp: 'timestamp',
  requestId: 'x-request-id',
} as const

interface Definition<
  P extends z.ZodType,
  Q extends z.ZodType,
  R extends z.ZodType,
  A extends Access,
  N extends string,
> {
  readonly name: N
  readonly method: Method
  readonly path: `/${string}`
  readonly access: A
  readonly limit: LimitClass
  readonly answer?: EnvelopeKind
  readonly summary: string
  readonly tag: Tag
  readonly params?: P
  readonly request?: Q
  readonly response: R
  readonly errors?: readonly ErrorName[]
  readonly feature?: Feature
  readonly ownLimits?: OwnLimits
}

export const defineCall = <
  P extends z.ZodType = typeof NOTHING,
  Q extends z.ZodType = typeof NOTHING,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
  N extends string = string,
>(
  definition: Definition<P, Q, R, A, N>,
): Call<P, Q, R, A, N> => ({
  answer: 'api',
  errors: [],
  ...definition,
  params: (definition.params ?? NOTHING) as P,
  request: (definition.request ?? NOTHING) as Q,
})

export type RequestOf<C extends Call> = z.input<C['request']>
export type ParamsOf<C extends Call> = z.input<C['params']>
export type ResponseOf<C extends Call> = z.output<C['response']>

/** Errors that any call may raise. */
const COMMON_ERRORS = [
  'INTERNAL',
  'BAD_PARAMETER',
  'TOO_MANY_REQUESTS',
] as const satisfies readonly ErrorName[]
/** Errors of every call with an encrypted body. */
const ENVELOPE_ERRORS = [
  'REPLAYED_OR_STALE',
  'UNKNOWN_ENCRYPTION_KEY',
] as const satisfies readonly ErrorName[]
/** Errors of every call that needs a session. */
const SESSION_ERRORS = [
  'PLEASE_LOG_IN',
  'SESSION_REVOKED',
  'UNAUTHORIZED',
  'SESSION_EXPIRED',
  'SESSION_OF_ANOTHER_ADDRESS',
] as const satisfies readonly ErrorName[]
/** Errors of every call that needs activation. */
const ACTIVATION_ERRORS = ['USER_NOT_ACTIVATED'] as const satisfies readonly ErrorName[]

/** Errors of every call for operators. */
const OPERATOR_ERRORS = ['FORBIDDEN'] as const satisfies readonly ErrorName[]
/** Errors of every call of a feature that may be switched off. */
const FEATURE_ERRORS = ['FEATURE_OFF'] as const satisfies readonly ErrorName[]

/** All errors that a call may raise, its own first, without duplicates. */
export const errorsOf = (call: Call): readonly ErrorName[] => [
  ...new Set<ErrorName>([
    ...call.errors,
    ...COMMON_ERRORS,
    ...(call.method === 'POST' ? ENVELOPE_ERRORS : []),
    ...(call.access === 'public' ? [] : SESSION_ERRORS),
    ...(call.access === 'activated' ? ACTIVATION_ERRORS : []),
    ...(call.access === 'operator' ? OPERATOR_ERRORS : []),
    ...(call.feature ? FEATURE_ERRORS : []),
  ]),
]
