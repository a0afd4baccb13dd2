import type { ResponseOf } from '@dr/protocol/call'
import { callApi } from './client.ts'
import type { CallOf } from './endpoints.ts'

export type Config = ResponseOf<CallOf<'publicConfig'>>

let config: Promise<Config> | null = null
let standIn = (error: unknown): Promise<Config> => Promise.reject(error)

/** What is asked, with the error, where the server gave no configuration. */
export const setConfigStandIn = (given: typeof standIn): void => {
  standIn = given
}

/**
 * Chain, addresses and flags, fetched once a page; a failed attempt is forgotten, so that the next one asks
 * again.
 */
export const loadConfig = (): Promise<Config> => {
  config ??= callApi('publicConfig').catch((error: unknown) => {
    config = null
    return standIn(error)
  })
  return config
}
