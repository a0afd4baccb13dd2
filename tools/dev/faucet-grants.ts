/** Number of grants by address: anyone who reaches the port can use the faucet, and its stock is limited. */
import { DAY_SECONDS } from '@dr/protocol/constants'

/** Minimum interval of grants to one address. */
export const GRANT_COOLDOWN_MS = 30_000
/** Maximum of grants to one address in 24 hours. */
export const GRANTS_PER_DAY = 10
const DAY_MS = DAY_SECONDS * 1_000
const SECOND_MS = 1_000

export interface Grants {
  /** Counts a grant; or returns the wait, and counts nothing. */
  take(address: string): { readonly retryAfterSeconds: number } | undefined
  /** Uncounts the last grant, which failed. */
  giveBack(address: string): void
}

/** `now`: milliseconds. Stored in memory: a restart clears it, which is harmless on a local chain. */
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
