/**
 * The complete server on PostgreSQL with users, then with its API only, so that every change in the database
 * was made by a request; with the API's role (ADR 0075), so that each call needs no right beyond that role's.
 * Requests are injected: the app is the one that listens.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digitalRightsAbi, drAbi, usdrAbi } from '@dr/contracts/abi'
import { type Call, HEADERS } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import type { Voucher } from '@dr/protocol/calls/voucher'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import { voucherCall } from '@dr/protocol/voucher-call'
import { testWallet } from '@dr/test-kit'
import type { FastifyInstance } from 'fastify'
import type { Abi, Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { startServer } from '../../src/bin/server/start-server.ts'
import { type Role, readConfig } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { type Chain, send } from '../app/chain.ts'
import { fillData } from '../app/server-data.ts'
import { PEOPLE, type Person } from './people.ts'
import { type DatabaseRole, openRoles } from './roles/open-roles.ts'

const ONE = 10n ** 18n
const ORIGIN = 'http://app.test'
const INDEX_POLL_MS = 100
const INDEX_TIMEOUT_MS = 60_000

export interface Resident {
  readonly wallet: PrivateKeyAccount
  readonly token: string
  /** Session of that token. */
  readonly sessionId: string
  /** Id of their open voucher. */
  readonly orderId: string
  readonly machineIds: readonly string[]
}

export interface Raw {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly body: { readonly code: number; readonly data?: Record<string, unknown> }
}

/** Errors that the server has logged, in short form, for a test to name. */
export const mistakesIn = (log: readonly string[]): string[] =>
  log
    .filter((line) => /"level":"(?:error|fatal)"/.test(line))
    .map((line) => {
      const { url, msg, err } = JSON.parse(line) as { url?: string; msg: string; err?: { stack?: string } }
      return [msg, url, err?.stack?.split('\n').slice(0, 4).join(' | ')].filter(Boolean).join(': ')
    })

export interface Scene {
  readonly app: FastifyInstance
  readonly database: Database
  readonly people: Readonly<Record<Person, Resident>>
  /** Lines that the server has logged since the scene was set up. */
  readonly log: string[]
  /** Folder of its secrets, whose contents may never be answered or logged. */
  readonly secretsDirectory: string
  /** A signed sign-in message with a new nonce. */
  proof(name: string): Promise<{ address: string; message: string; signature: string }>
  /** Another session of a person. */
  signIn(person: Person): Promise<string>
  request(
    call: Call,
    input: { params?: Record<string, string>; body?: unknown; token?: string },
  ): Promise<Raw>
  send(raw: Raw): Promise<Reply>
  close(): Promise<void>
}

/** Sends requests like the app: path parameters, query or sealed body, session. */
const createRequests = async (app: FastifyInstance) => {
  const { data } = (await app.inject(CALLS.publicKeys.path)).json()
  const [{ keyId, spki }] = data.keys
  const publicKey = await importPublicKey(spki)
  const sealed = async (path: string, body: unknown) => {
    const context = { method: 'POST', path, timestamp: String(Date.now()) }
    const { headers, body: payload } = await sealRequest({ publicKey, keyId, context, body })
    return { headers: { 'content-type': 'application/json', ...headers }, payload: JSON.stringify(payload) }
  }
  const request: Scene['request'] = async (call, { params = {}, body, token }) => {
    const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const headers = token === undefined ? {} : { [HEADERS.authorization]: `Bearer ${token}` }
    if (call.method === 'GET') return { method: 'GET', url: path + queryOf(body), headers }
    if (body === undefined) return { method: 'POST', url: path, headers }
    const { payload, ...envelope } = await sealed(path, body)
    return { method: 'POST', url: path, headers: { ...envelope.headers, ...headers }, payload }
  }
  return request
}

/** Values without their own text (`{"toString": 1}`) are sent as JSON. */
const textOf = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).toWellFormed()

/** In a query a list is a field that is repeated for each item. */
const queryOf = (body: unknown): string => {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  const pairs = fields.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, textOf(item)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

const createProof =
  (app: FastifyInstance): Scene['proof'] =>
  async (name) => {
    const wallet = testWallet(name)
    const { data } = (await app.inject(`/api/v1/users/nonce/${wallet.address}`)).json()
    const message = createSiweMessage({
      address: wallet.address,
      chainId: 31_337,
      domain: new URL(ORIGIN).host,
      uri: ORIGIN,
      version: '1',
      nonce: data.nonce,
      issuedAt: new Date(),
    })
    return { address: wallet.address, message, signature: await wallet.signMessage({ message }) }
  }

/** Gives a wallet every token, with approvals. */
export const equip = async (chain: Chain, wallet: PrivateKeyAccount): Promise<void> => {
  const { usdt, dr, drgv, usdr, digitalRights, exchange } = chain.deployment.contracts
  await chain.anvil.client.setBalance({ address: wallet.address, value: 10n ** 20n })
  const call = (
    from: PrivateKeyAccount,
    address: Hex,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
  ) => send(chain, from, { address, abi, functionName, args })
  for (const token of [usdt, dr, drgv]) {
    await call(chain.holder, token, drAbi, 'transfer', [wallet.address, 50_000n * ONE])
  }
  await call(wallet, usdt, drAbi, 'approve', [usdr, 10_000n * ONE])
  await call(wallet, usdr, usdrAbi, 'depositFor', [wallet.address, 10_000n * ONE])
  for (const token of [usdt, dr, drgv, usdr]) {
    for (const spender of [digitalRights, exchange]) {
      await call(wallet, token, drAbi, 'approve', [spender, 10n ** 28n])
    }
  }
}

type Requests = Awaited<ReturnType<typeof createRequests>>

const answerOf = async (app: FastifyInstance, raw: Raw) => {
  const response = await app.inject(raw as never)
  const body = response.json() as { code: number; data: unknown }
  if (body.code !== 0) throw new Error(`${raw.method} ${raw.url}: ${response.payload}`)
  return body.data
}

/** Buys two machines, waits until the indexer has seen them, and leaves a further voucher open. */
const buyMachines = async (
  { chain, app, request }: { chain: Chain; app: FastifyInstance; request: Requests },
  { wallet, token }: { wallet: PrivateKeyAccount; token: string },
): Promise<{ orderId: string; machineIds: string[] }> => {
  const quote = async () => {
    const body = { productId: 'm1', machineCount: 2 }
    return (await answerOf(app, await request(CALLS.machineSignature, { body, token }))) as Voucher
  }
  const voucher = await quote()
  await send(chain, wallet, {
    address: voucher.contract as Hex,
    abi: digitalRightsAbi as Abi,
    ...voucherCall(voucher),
  })
  await chain.anvil.mine(3)
  const until = performance.now() + INDEX_TIMEOUT_MS
  for (;;) {
    const detail = await answerOf(app, await request(CALLS.miningDetail, { body: {}, token }))
    const { items } = detail as { items: { machineId: string }[] }
    if (items.length === 2) {
      return { orderId: (await quote()).orderId, machineIds: items.map(({ machineId }) => machineId) }
    }
    if (performance.now() > until) throw new Error('the purchase was not indexed')
    await new Promise((resolve) => setTimeout(resolve, INDEX_POLL_MS))
  }
}

const settle = async (chain: Chain, app: FastifyInstance) => {
  const request = await createRequests(app)
  const proof = createProof(app)
  const { genesisInviteCode } = (await app.inject(CALLS.publicConfig.path)).json().data
  const residents = {} as Record<Person, Resident>
  for (const person of PEOPLE) {
    const invited = person === 'newcomer' ? {} : { inviteCode: genesisInviteCode }
    const body = { ...(await proof(person)), ...invited }
    const { token } = (await answerOf(app, await request(CALLS.register, { body }))) as { token: string }
    const wallet = testWallet(person)
    const owns = person === 'alice' || person === 'bob'
    if (owns) await equip(chain, wallet)
    const owned = owns
      ? await buyMachines({ chain, app, request }, { wallet, token })
      : { orderId: '', machineIds: [] }
    const sessions = await answerOf(app, await request(CALLS.listSessions, { token }))
    const sessionId = (sessions as { items: { sessionId: string }[] }).items[0]?.sessionId ?? ''
    residents[person] = { wallet, token, sessionId, ...owned }
  }
  return { people: residents, request, proof }
}

/** Opens the scene, which the caller must `close`. */
export const openScene = async (chain: Chain): Promise<Scene> => {
  const { urlOf, stop: stopPostgres } = await openRoles()
  const database = openPostgres({ url: urlOf(), poolMax: 20 })
  const directory = await mkdtemp(join(tmpdir(), 'dr-scene-'))
  await fillData(chain, directory)
  const environment = {
    PORT: '0',
    DATA_DIR: directory,
    RPC_URLS: chain.anvil.url,
    DATABASE_POOL_MAX: '4',
    PUBLIC_ORIGIN: ORIGIN,
    RATE_LIMIT_FACTOR: '100000',
    PUBLIC_ANSWERS_KEPT_MS: '1000', // as in production
    OPERATORS: testWallet('operator').address,
  }
  const log: string[] = []
  const logger = createLogger('debug', { write: (line) => void log.push(line) })
  const start = (role: DatabaseRole, roles: readonly Role[]) =>
    startServer(readConfig({ ...environment, DATABASE_URL: urlOf(role) }, roles), { logger })
  const whole = await start('digital_rights', ['api', 'indexer', 'worker'])
  const { people } = await settle(chain, whole.app).finally(whole.stop)
  log.length = 0
  const { app, stop } = await start('dr_api', ['api'])
  const request = await createRequests(app)
  const proof = createProof(app)
  return {
    app,
    database,
    people,
    log,
    request,
    proof,
    secretsDirectory: join(directory, 'secrets'),
    signIn: async (person) => {
      const raw = await request(CALLS.login, { body: await proof(person) })
      return ((await answerOf(app, raw)) as { token: string }).token
    },
    send: async (raw) => {
      const { statusCode, headers, payload } = await app.inject(raw as never)
      return { status: statusCode, headers, text: payload, body: JSON.parse(payload) }
    },
    close: async () => {
      await stop()
      await database.close()
      await stopPostgres()
      await rm(directory, { recursive: true })
    },
  }
}
