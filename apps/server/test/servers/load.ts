/**
 * Clients that read and register, one after the other, on any server that answers; their answers are
 * recorded.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { CALLS } from '@dr/protocol/calls/index'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { openPostgres } from '../../src/platform/database/postgres.ts'
import { createTestClient } from './test-client.ts'

export const ORIGIN = 'http://app.test'
/** Settings of a server under load, beside its database and its folder. */
export const LOADED_SETTINGS = {
  PORT: '0',
  DATABASE_POOL_MAX: '6',
  PUBLIC_ORIGIN: ORIGIN,
  RATE_LIMIT_FACTOR: '100000',
  LOG_LEVEL: 'info',
} as const

const PAUSE_MS = 50
const TIMEOUT_MS = 30_000

interface Answered {
  readonly port: number
  readonly path: string
  readonly status: number
  readonly code: number
  readonly retryAfter: string | null
  /** Milliseconds, monotonic. */
  readonly at: number
}

export interface Load {
  /** Registrations that were answered with 0: address and session. */
  readonly registered: { readonly address: string; readonly token: string }[]
  readonly answers: Answered[]
  /** Requests without an answer. */
  unanswered: number
  stop(): Promise<void>
}

/** `ports`: in turn; `callers`: concurrent ones; each waits `pauseMs` after a turn. */
export const startLoad = (
  ports: readonly number[],
  {
    origin,
    inviteCode,
    callers,
    pauseMs = 0,
  }: { origin: string; inviteCode: string; callers: number; pauseMs?: number },
): Load => {
  const load = { registered: [], answers: [], unanswered: 0 } as Omit<Load, 'stop'>
  const stopping = new AbortController()
  const ask = async (port: number, path: string, request: RequestInit) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(`http://localhost:${port}${path}`, { signal, ...request })
    const answer = (await response.json()) as { code: number; data?: { token: string } }
    const retryAfter = response.headers.get('retry-after')
    const at = performance.now()
    load.answers.push({ port, path, status: response.status, code: answer.code, retryAfter, at })
    return answer
  }
  const registerOnce = async (port: number): Promise<void> => {
    const wallet = privateKeyToAccount(generatePrivateKey())
    await ask(port, CALLS.products.path, {})
    const { path, ...request } = await createTestClient(port).sealSignIn(wallet, CALLS.register.path, {
      origin,
      more: { inviteCode },
    })
    const { code, data } = await ask(port, path, { method: 'POST', ...request })
    if (code === 0 && data) load.registered.push({ address: wallet.address.toLowerCase(), token: data.token })
  }
  const call = async (caller: number): Promise<void> => {
    for (let turn = caller; !stopping.signal.aborted; turn++) {
      try {
        await registerOnce(ports[turn % ports.length] as number)
        if (pauseMs > 0) await delay(pauseMs)
      } catch {
        load.unanswered += 1 // the connection was lost, or a nonce or a key was not available
        await delay(PAUSE_MS)
      }
    }
  }
  const calling = Array.from({ length: callers }, (_, caller) => call(caller))
  return Object.assign(load, {
    stop: async () => {
      stopping.abort()
      await Promise.all(calling)
    },
  })
}

/** Expects each client whose registration was answered with 0 once, activated, with a valid session. */
export const expectRegistered = async (
  { registered }: Load,
  { database, port }: { readonly database: Database; readonly port: number },
): Promise<void> => {
  const { rows } = await database.read.query<{ address: string }>({
    text: 'SELECT address FROM users WHERE activated_at IS NOT NULL AND address = ANY($1::text[])',
    values: [registered.map(({ address }) => address)],
  })
  expect(rows.map(({ address }) => address).toSorted()).toEqual(
    registered.map(({ address }) => address).toSorted(),
  )
  const client = createTestClient(port)
  for (const { token } of registered.slice(-20)) {
    expect((await client.send(await client.seal(CALLS.getProfile.path, undefined, token))).code).toBe(0)
  }
}

/** Expects each refusal to be temporary, with the time to try again. */
export const expectClear = (load: Load): void => {
  for (const { path, status, code, retryAfter } of load.answers.filter((answer) => answer.code !== 0)) {
    // For a registration 20007 says that the inviter could not be checked.
    const clear = code === 20007 && path === CALLS.register.path ? code : 10001
    expect([path, status, code, retryAfter]).toEqual([path, 503, clear, '5'])
  }
}

/** Load on the servers of a database, and a connection of the test to it; both end with the test. */
export const openUnderLoad = async (
  url: string,
  { ports, callers }: { readonly ports: readonly [number, ...number[]]; readonly callers: number },
): Promise<{ readonly database: Database; readonly load: Load }> => {
  const database = openPostgres({ url, poolMax: 2, onIdleError: () => undefined })
  onTestFinished(() => database.close())
  const client = createTestClient(ports[0])
  const { data } = await client.get<{ genesisInviteCode: string }>(CALLS.publicConfig.path)
  const load = startLoad(ports, { origin: ORIGIN, inviteCode: data.genesisInviteCode, callers })
  onTestFinished(load.stop)
  return { database, load }
}
