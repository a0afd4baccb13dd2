/**
 * Signed-in users who open their profile, like the app: the server's key is cached, and fetched again once
 * after 30005.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { CALLS } from '@dr/protocol/calls/index'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import { vi } from 'vitest'

const PAUSE_MS = 100
const UNKNOWN_KEY = 30_005
const PATIENCE = { timeout: 120_000, interval: 50 }

interface Visits {
  /** Answers that were not the user's profile. */
  readonly failed: string[]
  /** Number of fetched keys. */
  keysFetched(): number
  /** Resolves when each user has seen their profile some more times. */
  moves(): Promise<void>
  stop(): Promise<void>
}

/** One user for each token, about ten requests a second. */
export const startVisits = (port: number, tokens: readonly string[]): Visits => {
  const base = `http://localhost:${port}`
  const stopping = new AbortController()
  const failed: string[] = []
  const seen = tokens.map(() => 0)
  let fetched = 0
  const fetchKey = async () => {
    fetched += 1
    const response = await fetch(base + CALLS.publicKeys.path)
    const { data } = (await response.json()) as { data: { keys: [{ keyId: string; spki: string }] } }
    const [{ keyId, spki }] = data.keys
    return { keyId, publicKey: await importPublicKey(spki) }
  }
  const visit = async (token: string, person: number): Promise<void> => {
    let key: Awaited<ReturnType<typeof fetchKey>> | undefined
    const ask = async (): Promise<number> => {
      key ??= await fetchKey()
      const context = { method: 'POST', path: CALLS.getProfile.path, timestamp: String(Date.now()) }
      const { headers, body } = await sealRequest({ ...key, context, body: {} })
      const response = await fetch(base + CALLS.getProfile.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
        body: JSON.stringify(body),
      })
      return ((await response.json()) as { code: number }).code
    }
    while (!stopping.signal.aborted) {
      try {
        let code = await ask()
        if (code === UNKNOWN_KEY) {
          key = undefined
          code = await ask()
        }
        if (code === 0) seen[person] = (seen[person] ?? 0) + 1
        else failed.push(`person ${person}: ${code}`)
      } catch (error) {
        failed.push(inspect(error))
      }
      await delay(PAUSE_MS)
    }
  }
  const visiting = tokens.map(visit)
  return {
    failed,
    keysFetched: () => fetched,
    moves: async () => {
      const before = [...seen]
      await vi.waitFor(() => {
        if (!seen.every((times, person) => times > (before[person] ?? 0) + 5)) throw new Error(inspect(seen))
      }, PATIENCE)
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(visiting)
    },
  }
}
