import './zod-without-eval.ts'

import { CALLS, LOCAL_CALLS } from '@dr/protocol/calls/index'
import type { CallName } from './endpoints.ts'

const CALL_BY_NAME = { ...CALLS, ...(__LOCAL_CHAIN__ ? LOCAL_CALLS : ({} as typeof LOCAL_CALLS)) }

/** The answer as the protocol promises it, or a throw: a number that is not there is never shown as 0. */
export const parseAnswer = (name: CallName, data: unknown): unknown => CALL_BY_NAME[name].response.parse(data)
