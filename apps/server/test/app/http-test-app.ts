/** The real app on a test database, with a client that seals requests as the web app does. Tests only. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, ParamsOf, RequestOf, ResponseOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import { mutableClock, setChainClock, testWallet } from '@dr/test-kit'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { onTestFinished } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { publicKeysRoute } from '../../src/http/public-routes.ts'
import { createRateLimits } from '../../src/http/request/limits.ts'
import { createRequestKeys, type RequestKeys } from '../../src/http/request/request-keys.ts'
import type { OpenedResult, ResultName } from '../../src/modules/results/index.ts'
import { createSecurityModule, type SecurityModule, securityFlags } from '../../src/modules/security/index.ts'
import type { VerifySignature } from '../../src/modules/users/index.ts'
import {
  createDigestVerifier,
  createSignatureVerifier,
  seedGenesis,
  usersRoutes,
} from '../../src/modules/users/index.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { FatalError } from '../../src/platform/errors.ts'
import type { Letter, Mailer } from '../../src/platform/mailer.ts'
import type { Route } from '../../src/platform/route.ts'

const TEST_ORIGIN = 'https://app.test'
const TEST_CHAIN_ID = 31_337
/** What wallets sign about their account is for this one. */
export const TEST_DOMAIN = {
  chainId: TEST_CHAIN_ID,
  contract: '0x00000000000000000000000000000000000d1617',
} as const
const NONCE_SECRET = new Uint8Array(32).fill(7)

type Wallet = ReturnType<typeof testWallet>

export interface Reply {
  readonly status: number
  readonly body: { code: number; message: string; data?: Record<string, unknown>; success?: boolean }
  readonly raw: LightMyRequestResponse
}

export interface Sealed {
  readonly method: 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload: string
}

/** Contract wallets need a chain; a test that has none says so loudly. */
const noChainToAsk = (): never => {
  throw new FatalError('this test has no chain')
}
const noChain = createSignatureVerifier({ getCode: async () => undefined, verifyMessage: noChainToAsk })

export interface HttpTestApp {
  readonly app: FastifyInstance
  readonly database: Database
  readonly keys: RequestKeys
  readonly clock: ReturnType<typeof mutableClock>
  /** That were sent, oldest first. */
  readonly letters: readonly Letter[]
  readonly genesis: { readonly address: string; readonly inviteCode: string }
  send(input: {
    method: 'GET' | 'POST'
    url: string
    headers?: Record<string, string>
    payload?: string
  }): Promise<Reply>
  /** A request as the app would send it, for tests that change it before. */
  seal(
    call: Call,
    body: unknown,
    options?: { token?: string; headers?: Record<string, string> },
  ): Promise<Sealed>
  post<C extends Call>(
    call: C,
    body?: RequestOf<C>,
    token?: string,
    headers?: Record<string, string>,
  ): Promise<Reply>
  nonceOf(address: string): Promise<string>
  /** A signed sign-in message; `change` spoils single fields of it. */
  proof(
    wallet: Wallet,
    change?: Partial<SiweMessage>,
  ): Promise<{ address: string; message: string; signature: string }>
  register(wallet: Wallet, inviteCode?: string): Promise<ResponseOf<typeof CALLS.register>>
}

const replyOf = (raw: LightMyRequestResponse): Reply => ({ status: raw.statusCode, body: raw.json(), raw })

const urlOf = (path: string, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')

const createClient = (app: FastifyInstance, keys: RequestKeys, now: () => Date) => {
  const send: HttpTestApp['send'] = async (input) => replyOf(await app.inject(input))
  const seal: HttpTestApp['seal'] = async (call, body, { token, headers = {} } = {}) => {
    const [key] = await keys.publicKeys()
    if (!key) throw new Error('the server has no key')
    const sealed = await sealRequest({
      publicKey: await importPublicKey(key.spki),
      keyId: key.keyId,
      context: { method: 'POST', path: call.path, timestamp: String(now().getTime()) },
      body,
    })
    return {
      method: 'POST',
      url: call.path,
      headers: {
        'content-type': 'application/json',
        ...sealed.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      payload: JSON.stringify(sealed.body),
    }
  }
  const post: HttpTestApp['post'] = async (call, body, token, headers = {}) => {
    if (body !== undefined)
      return send(await seal(call, body, { headers, ...(token === undefined ? {} : { token }) }))
    return send({
      method: 'POST',
      url: call.path,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    })
  }
  const nonceOf = async (address: string): Promise<string> => {
    const params: ParamsOf<typeof CALLS.getNonce> = { address }
    const { body } = await send({ method: 'GET', url: urlOf(CALLS.getNonce.path, params) })
    return String(body.data?.nonce)
  }
  const proof: HttpTestApp['proof'] = async (wallet, change = {}) => {
    const message = createSiweMessage({
      address: wallet.address,
      chainId: TEST_CHAIN_ID,
      domain: new URL(TEST_ORIGIN).host,
      uri: TEST_ORIGIN,
      version: '1',
      nonce: change.nonce ?? (await nonceOf(wallet.address)),
      issuedAt: now(),
      statement: 'Sign in to Digital Rights.',
      ...change,
    })
    return { address: wallet.address, message, signature: await wallet.signMessage({ message }) }
  }
  const register: HttpTestApp['register'] = async (wallet, inviteCode) => {
    const reply = await post(CALLS.register, {
      ...(await proof(wallet)),
      ...(inviteCode === undefined ? {} : { inviteCode }),
    })
    if (reply.body.code !== 0) throw new Error(`not registered: ${JSON.stringify(reply.body)}`)
    return reply.body.data as ResponseOf<typeof CALLS.register>
  }
  return { send, seal, post, nonceOf, proof, register }
}

export interface HttpTestAppOptions {
  readonly verify?: VerifySignature
  readonly routes?: readonly Route[] | ((parts: { readonly security: SecurityModule }) => readonly Route[])
  /** In place of the one that keeps `letters`. */
  readonly mailer?: Mailer | undefined
  readonly limitsFactor?: number
  /** Addresses of operators. */
  readonly operators?: readonly string[]
  readonly logger?: pino.Logger
  readonly siteDirectory?: string
  readonly openResult?: (name: ResultName) => Promise<OpenedResult | null>
}

/** Chain and wall clock start at the same time; the genesis account is seeded. Ends with the test. */
export const startHttpTestApp = async (
  database: Database,
  options: HttpTestAppOptions = {},
): Promise<HttpTestApp> => {
  const clock = mutableClock()
  const directory = await mkdtemp(join(tmpdir(), 'dr-keys-'))
  const keys = await createRequestKeys({ directory: join(directory, 'request-keys'), now: clock.now })
  await setChainClock(database.single, { timestamp: BigInt(clock.now().getTime() / 1_000) })
  const genesis = await database.transaction((tx) =>
    seedGenesis(tx, { address: testWallet('genesis').address, at: clock.now() }),
  )
  const users = usersRoutes({
    database,
    now: clock.now,
    chainId: TEST_CHAIN_ID,
    publicOrigin: TEST_ORIGIN,
    nonceSecret: () => NONCE_SECRET,
    verify: options.verify ?? noChain,
    operators: new Set(options.operators?.map((one) => one.toLowerCase())),
    listPurchases: async () => ({ items: [], nextCursor: null }), // nobody bought any: POD power has its own tests
    // Nobody staked: the community has its own tests.
    standingOf: async (reader, userId) => ({
      level: 0,
      node: false,
      ...(await securityFlags(reader, userId)),
    }),
  })
  const letters: Letter[] = []
  const logger = options.logger ?? pino({ level: 'silent' })
  const security = createSecurityModule({
    ...{ database, logger, now: clock.now, domain: TEST_DOMAIN },
    pepper: () => new Uint8Array(32).fill(9),
    verify: createDigestVerifier({ getCode: async () => undefined, verifyHash: noChainToAsk }),
    mailer: options.mailer ?? { send: async (letter) => void letters.push(letter) },
  })
  const more = typeof options.routes === 'function' ? options.routes({ security }) : (options.routes ?? [])
  const app = await createApp({
    operators: new Set(options.operators?.map((one) => one.toLowerCase())),
    openResult: options.openResult ?? (async () => null),
    database,
    keys,
    now: clock.now,
    limits: createRateLimits(() => database.single, { factor: options.limitsFactor ?? 100 }),
    routes: [...users, publicKeysRoute({ keys, now: clock.now }), ...security.routes, ...more],
    logger,
    registry: new Registry(),
    contentSecurity: { connectSources: ['http://127.0.0.1:8545'], secure: true },
    metricsAccess: { public: false, token: undefined },
    trustProxy: false,
    siteDirectory: options.siteDirectory,
  })
  onTestFinished(async () => {
    await app.close()
    await rm(directory, { recursive: true })
  })
  return { app, database, keys, clock, letters, genesis, ...createClient(app, keys, clock.now) }
}
