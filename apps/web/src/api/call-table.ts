import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'

const calls = { ...CALLS, ...LOCAL_CALLS }

/**
 * Method and path of each call. The build puts the finished table in place of this module (build/answers.ts):
 * the definitions bring their schemas and zod, which the app does without.
 */
export const ENDPOINTS = Object.fromEntries(
  Object.entries(calls).map(([name, { method, path }]) => [name, `${method} ${path}`]),
) as Readonly<Record<keyof typeof calls, `${'GET' | 'POST'} /${string}`>>
