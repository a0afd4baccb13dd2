import './zod-without-eval.ts'

import { CALLS } from '@dr/protocol/calls/index'
import type { CallName } from './endpoints.ts'

/** The answer as the protocol promises it, or a throw: a number that is not there is never shown as 0. */
export async function parseAnswer(name: CallName, data: unknown): Promise<unknown> {
  if (name !== 'faucet' && name !== 'mailbox') return CALLS[name].response.parse(data)
  if (!__LOCAL_CHAIN__) throw new TypeError('this is no local set-up')
  const { LOCAL_CALLS } = await import('@dr/protocol/calls/local')
  return LOCAL_CALLS[name].response.parse(data)
}
