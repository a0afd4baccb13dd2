import type { ResponseOf } from '@dr/protocol/call'
import { callApi } from './client.ts'
import type { CallOf } from './endpoints.ts'

export type Config = ResponseOf<CallOf<'publicConfig'>>

/** What the server said, or what replaces it. */
let config: Promise<Config> | null = null
/** The server's answer, while it is awaited. */
let pending: Promise<Config> | null = null
let answered = false
let standIn = (answer: Promise<Config>): Promise<Config> => answer

/** What is given for the server's answer, where that does not come; also for one that is awaited already. */
export const setConfigStandIn = (given: typeof standIn): void => {
  standIn = given
  if (pending !== null) config = given(pending)
}

/** Whether the server itself has said it, on this page. */
export const isConfigAnswered = (): boolean => answered

/**
 * Chain, addresses and flags, fetched once a page; a failed attempt is forgotten, so that the next one asks
 * again, and an answer that came late replaces what was used instead.
 */
export const loadConfig = (): Promise<Config> => {
  if (config === null) {
    const answer = callApi('publicConfig')
    const keep = (kept: typeof config) => (): void => {
      pending = null
      config = kept
      answered = kept !== null
    }
    pending = answer
    config = standIn(answer)
    answer.then(keep(answer), keep(null))
  }
  return config
}
