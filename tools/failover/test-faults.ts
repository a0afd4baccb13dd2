/** Fails the primary while users register, and measures the time until the product works again. */
import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseNode, PatroniCluster } from '@dr/test-kit/patroni-cluster'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { createApiClient, NoAnswer, Refused, Unavailable } from '../crash/api-client.ts'
import type { Reported } from '../crash/reported.ts'

export const FAULTS = ['killed', 'postgres-killed', 'frozen', 'cut-off'] as const
export type Fault = (typeof FAULTS)[number]

const BEGIN: Readonly<Record<Fault, (node: DatabaseNode) => void>> = {
  killed: (node) => node.kill(),
  'postgres-killed': (node) => node.killPostgres(),
  frozen: (node) => node.freeze(),
  'cut-off': (node) => node.cut(),
}
const END: Readonly<Record<Fault, (node: DatabaseNode) => void>> = {
  killed: (node) => node.start(),
  'postgres-killed': () => undefined, // Patroni starts it again
  frozen: (node) => node.continue(),
  'cut-off': (node) => node.heal(),
}

/** Milliseconds from a fault until normal operation. */
export interface Recovery {
  readonly fault: Fault
  /** First answered registration that began after the fault, by API. */
  readonly registering: readonly number[]
  /** `/readyz` of each API. */
  readonly ready: readonly number[]
  /** First block that the indexer has processed. */
  readonly following: number
}

interface Registration {
  readonly url: string
  readonly beganAt: number
}

export interface Registrars {
  readonly done: Registration[]
  /** Number of other results: `unavailable`, `unanswered`, or a code. */
  readonly failed: Map<string, number>
  stop(): Promise<void>
}

const PAUSE_MS = 100

/** Registers new users continuously, with `callers` for each API. */
export const startRegistrars = (
  urls: readonly string[],
  { reported, inviteCode, callers }: { reported: Reported; inviteCode: string; callers: number },
): Registrars => {
  const stopping = new AbortController()
  const done: Registration[] = []
  const failed = new Map<string, number>()
  const count = (what: string) => failed.set(what, (failed.get(what) ?? 0) + 1)
  const registerOne = async (url: string): Promise<void> => {
    const account = privateKeyToAccount(generatePrivateKey())
    const beganAt = performance.now()
    try {
      await createApiClient({ url, chainId: foundry.id }).signIn(account, inviteCode)
      reported.registered.push(account.address)
      done.push({ url, beganAt })
    } catch (error) {
      if (error instanceof Unavailable) count('unavailable')
      else if (error instanceof NoAnswer) count('unanswered')
      else if (error instanceof Refused) count(String(error.code))
      else throw error
    }
  }
  const run = async (url: string): Promise<void> => {
    while (!stopping.signal.aborted) {
      await registerOne(url)
      await delay(PAUSE_MS)
    }
  }
  const running = urls.flatMap((url) => Array.from({ length: callers }, () => run(url)))
  return {
    done,
    failed,
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

const POLL_MS = 100
const RECOVERY_TIMEOUT_MS = 120_000

/** Milliseconds from `since` until `isSo`. */
const after = async (what: string, since: number, isSo: () => Promise<boolean>): Promise<number> => {
  for (;;) {
    if (await isSo().catch(() => false)) return performance.now() - since // no answer: not yet
    if (performance.now() - since > RECOVERY_TIMEOUT_MS) throw new Error(`${what}: not in time`)
    await delay(POLL_MS)
  }
}

const blockOf = async (url: string, timeoutMs = 2_000): Promise<number> => {
  const response = await fetch(`${url}/api/v1/public/overview`, { signal: AbortSignal.timeout(timeoutMs) })
  const { data } = (await response.json()) as { data: { clock: { blockNumber: number } } }
  return data.clock.blockNumber
}

/** Fails the primary, waits until the product works, and repairs the host. */
export const failOver = async (
  cluster: PatroniCluster,
  fault: Fault,
  { urls, registrars }: { urls: readonly [string, ...string[]]; registrars: Registrars },
): Promise<Recovery> => {
  const node = await cluster.whole()
  const block = await blockOf(urls[0], RECOVERY_TIMEOUT_MS) // asked once, on a machine that may be busy
  const since = performance.now()
  BEGIN[fault](node)
  const [registering, ready, following] = await Promise.all([
    Promise.all(
      urls.map((url) =>
        after(`registering at ${url}`, since, async () =>
          registrars.done.some((one) => one.url === url && one.beganAt > since),
        ),
      ),
    ),
    // Answers before the fault was noticed do not count: a registration must have been answered too.
    Promise.all(
      urls.map((url) =>
        after(`${url}/readyz`, since, async () => {
          if (!registrars.done.some((one) => one.beganAt > since)) return false
          return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
        }),
      ),
    ),
    after('the chain', since, async () => (await blockOf(urls[0])) > block + 2),
  ])
  END[fault](node)
  return { fault, registering, ready, following }
}
