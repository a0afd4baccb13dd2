/**
 * Who was given how often: the faucet is open to anyone who reaches the port, and its stock is not endless.
 */
import { DAY_SECONDS } from '@dr/protocol/constants'

/** Between two grants to one address. */
export const GRANT_COOLDOWN_MS = 30_000
/** To one address in 24 hours. */
export const GRANTS_PER_DAY = 10
const DAY_MS = DAY_SECONDS * 1_000
const SECOND_MS = 1_000

export interface Grants {
  /** Counts a grant; or says how long to wait, and counts nothing. */
  take(address: string): { readonly retryAfterSeconds: number } | undefined
  /** The last grant did not come about. */
  giveBack(address: string): void
}

/** `now`: milliseconds. Kept in memory: a restart forgets it, which harms no one on a chain of one's own. */
export const createGrants = (now: () => number): Grants => {
  const times = new Map<string, number[]>()
  const recent = (address: string): number[] =>
    (times.get(address.toLowerCase()) ?? []).filter((time) => time > now() - DAY_MS)
  const wait = (until: number) => ({ retryAfterSeconds: Math.ceil((until - now()) / SECOND_MS) })
  return {
    take: (address) => {
      const given = recent(address)
      const last = given.at(-1)
      const first = given[0]
      if (last !== undefined && last + GRANT_COOLDOWN_MS > now()) return wait(last + GRANT_COOLDOWN_MS)
      if (first !== undefined && given.length >= GRANTS_PER_DAY) return wait(first + DAY_MS)
      times.set(address.toLowerCase(), [...given, now()])
      return undefined
    },
    giveBack: (address) => {
      times.set(address.toLowerCase(), recent(address).slice(0, -1))
    },
  }
}
