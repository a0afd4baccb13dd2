import type { ResponseOf } from '@dr/protocol/call'
import { callApi } from './client.ts'
import type { CallOf } from './endpoints.ts'

export type Config = ResponseOf<CallOf<'publicConfig'>>

/** The server's answer or its replacement. */
let config: Promise<Config> | null = null
/** The server's answer while it is pending. */
let pending: Promise<Config> | null = null
let answered = false
let standIn = (answer: Promise<Config>): Promise<Config> => answer

/** Sets a fallback for a missing answer of the server; also applied to a pending request. */
export const setConfigStandIn = (given: typeof standIn): void => {
  standIn = given
  if (pending !== null) config = given(pending)
}

/** Whether the server has answered on this page. */
export const isConfigAnswered = (): boolean => answered

/**
 * Loads chain, addresses and flags once a page. A failed request is repeated by the next call; a late
 * answer replaces the fallback.
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
