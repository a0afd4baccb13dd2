/** GET /api/v1/local/network: reports a demo network, and the key of one of its accounts. */
import { LOCAL_CALLS } from '@dr/protocol/calls/local'
import { type Route, route } from '@dr/server/platform/route'
import type { NetworkHistory } from '../deployment/record.ts'
import { keyOf, MEMBER } from './plan.ts'

export const networkRoute = (history: NetworkHistory | undefined): Route =>
  route(LOCAL_CALLS.network, async () => ({
    history: history ? { ...history, memberKey: keyOf(MEMBER) } : null,
  }))
