/**
 * The real API on a test's database, without a chain, and a client that seals requests as the web app does.
 */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, ParamsOf, RequestOf, ResponseOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import { mutableClock, setChainClock, testWallet } from '@dr/test-kit'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createPublicClient, custom, type PublicClient } from 'viem'
import { createSiweMessage, type SiweMessage } from 'viem/siwe'
import { onTestFinished } from 'vitest'
import { composeModules } from '../../src/bin/compose-modules.ts'
import type { Foundation } from '../../src/bin/foundation.ts'
import { startApi } from '../../src/bin/server/start-api.ts'
import type { AppDependencies } from '../../src/http/app.ts'
import type { RequestKeys } from '../../src/http/request/request-keys.ts'
import type { OpenedResult, ResultName } from '../../src/modules/results/index.ts'
import { seedGenesis } from '../../src/modules/users/index.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { FatalError } from '../../src/platform/errors.ts'
import { lowerHex } from '../../src/platform/hex.ts'
import type { Letter, Mailer } from '../../src/platform/mailer.ts'
import type { Route } from '../../src/platform/route.ts'
import { signerKey } from './chain.ts'
import { OFFLINE_DEPLOYMENT } from './offline-deployment.ts'

const TEST_ORIGIN = 'https://app.test'
const TEST_CHAIN_ID = 31_337
/** EIP-712 domain of signatures about an account. */
export const TEST_DOMAIN = {
  chainId: TEST_CHAIN_ID,
  contract: OFFLINE_DEPLOYMENT.contracts.DigitalRights,
}

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

/** A client for which no account has code; any other request fails. */
const offlineClient = (): PublicClient =>
  createPublicClient({
    transport: custom(
      {
        request: async ({ method }: { method: string }) => {
          if (method === 'eth_getCode') return '0x'
          throw new FatalError(`this test has no chain to ask: ${method}`)
        },
      },
      { retryCount: 0 },
    ),
  })

export interface HttpTestApp {
  readonly app: FastifyInstance
  readonly database: Database
  readonly keys: RequestKeys
  readonly clock: ReturnType<typeof mutableClock>
  /** Sent e-mails, oldest first. */
  readonly letters: readonly Letter[]
  readonly genesis: { readonly address: string; readonly inviteCode: string }
  send(input: {
    method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST'
    url: string
    headers?: Record<string, string>
    payload?: string
    /** Network address of the client; default 127.0.0.1. */
    remoteAddress?: string
  }): Promise<Reply>
  /** A request as the app would send it, for tests that change it first. */
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
  /** A signed sign-in message; `change` corrupts single fields of it. */
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
  /** Added to the product's own calls, or replacing them. */
  readonly routes?: readonly Route[]
  /** Replaces the one that stores `letters`. */
  readonly mailer?: Mailer | undefined
  readonly limitsFactor?: number
  readonly trustProxy?: string
  /** Addresses of operators. */
  readonly operators?: readonly string[]
  readonly logger?: pino.Logger
  readonly siteDirectory?: string
  readonly openResult?: (name: ResultName) => Promise<OpenedResult | null>
  readonly openRoots?: AppDependencies['openRoots']
  /** Replaces the oracle's, which needs a chain. */
  readonly readLivePrices?: AppDependencies['readLivePrices']
}

/** The data folder of an API; removed with the test. */
const prepareApiData = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-api-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  await mkdir(join(directory, 'secrets'), { mode: 0o700 })
  await writeFile(join(directory, 'secrets', 'signer'), signerKey, { mode: 0o600 })
  await writeFile(join(directory, 'deployment.json'), JSON.stringify(OFFLINE_DEPLOYMENT))
  return directory
}

/**
 * Starts the API, with chain and wall clock at the same time and a seeded genesis account. Ends with the
 * test.
 */
export const startHttpTestApp = async (
  database: Database,
  options: HttpTestAppOptions = {},
): Promise<HttpTestApp> => {
  const clock = mutableClock()
  const startTime = BigInt(clock.now().getTime() / 1_000)
  const genesisWallet = testWallet('genesis')
  const config = readConfig(
    {
      DATA_DIR: await prepareApiData(),
      PUBLIC_ORIGIN: TEST_ORIGIN,
      GENESIS_ADDRESS: genesisWallet.address,
      OPERATORS: options.operators?.join(),
      RATE_LIMIT_FACTOR: String(options.limitsFactor ?? 100),
      SITE_DIR: options.siteDirectory,
      TRUST_PROXY: options.trustProxy,
    },
    ['api'],
  )
  await setChainClock(database.single, { timestamp: startTime })
  await database.single.query({
    text: 'INSERT INTO emission_start (chain_id, contract, start_time) VALUES ($1, $2, $3)',
    values: [TEST_CHAIN_ID, config.contracts.Emission, startTime],
  })
  const genesis = await database.transaction((tx) =>
    seedGenesis(tx, { address: lowerHex(genesisWallet.address), at: clock.now() }),
  )
  const letters: Letter[] = []
  const foundation: Foundation = {
    database,
    client: offlineClient(),
    secrets: { nonce: new Uint8Array(32).fill(7), pepper: new Uint8Array(32).fill(9) },
    mailer: options.mailer ?? { send: async (letter) => void letters.push(letter) },
    now: clock.now,
    clockAheadMs: () => 0,
    logger: options.logger ?? pino({ level: 'silent' }),
    registry: new Registry(),
  }
  const composition = await composeModules(config, foundation)
  const { routes = [] } = options
  const replaced = new Set(routes.map(({ call }) => call.name))
  const { app, keys, stop } = await startApi(config, foundation, {
    routes: [...composition.routes.filter(({ call }) => !replaced.has(call.name)), ...routes],
    genesisInviteCode: genesis.inviteCode,
    openResult: options.openResult ?? composition.openResult,
    openRoots: options.openRoots ?? composition.openRoots,
    signerAddresses: composition.modules.vouchers.signerAddresses,
    readLivePrices: options.readLivePrices ?? composition.readLivePrices,
  })
  onTestFinished(stop)
  return { app, database, keys, clock, letters, genesis, ...createClient(app, keys, clock.now) }
}
