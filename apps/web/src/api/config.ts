import type { ResponseOf } from '@dr/protocol/call'
import { callApi } from './client.ts'
import type { CallOf } from './endpoints.ts'

export type Config = ResponseOf<CallOf<'publicConfig'>>

let config: Promise<Config> | null = null
let standIn = (answer: Promise<Config>): Promise<Config> => answer

/** What is given for the server's answer, where that does not come. */
export const setConfigStandIn = (given: typeof standIn): void => {
  standIn = given
}

/**
 * Chain, addresses and flags, fetched once a page; a failed attempt is forgotten, so that the next one asks
 * again, and an answer that came late replaces what stood in for it.
 */
export const loadConfig = (): Promise<Config> => {
  if (config === null) {
    const answer = callApi('publicConfig')
    const keep = (kept: typeof config) => (): void => {
      config = kept
    }
    config = standIn(answer)
    answer.then(keep(answer), keep(null))
  }
  return config
}
