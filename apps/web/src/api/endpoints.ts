import type { CALLS } from '@dr/protocol/calls/index'
import type { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { ENDPOINTS } from './call-table.ts'

type AllCalls = typeof CALLS & typeof LOCAL_CALLS
export type CallName = keyof AllCalls
export type CallOf<Name extends CallName> = AllCalls[Name]

export interface Endpoint {
  readonly method: 'GET' | 'POST'
  readonly path: string
}

/** Method and filled-in path of a call. */
export const endpointOf = (name: CallName, params: Readonly<Record<string, string>> = {}): Endpoint => {
  const [method, template] = ENDPOINTS[name].split(' ') as ['GET' | 'POST', string]
  const path = template.replace(/:(\w+)/g, (_, key: string) => {
    const value = params[key]
    if (value === undefined) throw new TypeError(`${name} needs ${key}`)
    return encodeURIComponent(value)
  })
  return { method, path }
}
