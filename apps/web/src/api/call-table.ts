import { CALLS } from '@dr/protocol/calls/index'
import { LOCAL_CALLS } from '@dr/protocol/calls/local'

const calls = { ...CALLS, ...LOCAL_CALLS }

/**
 * Method and path of each call. The build replaces this module by the finished table (build/answers.ts), so
 * that the app does not contain the definitions with schemas and zod.
 */
export const ENDPOINTS = Object.fromEntries(
  Object.entries(calls).map(([name, { method, path }]) => [name, `${method} ${path}`]),
) as Readonly<Record<keyof typeof calls, `${'GET' | 'POST'} /${string}`>>
