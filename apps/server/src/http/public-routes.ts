import type { ResponseOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import type { WallClock } from '../platform/clock.ts'
import { type Route, route } from '../platform/route.ts'
import type { RequestKeys } from './request-keys.ts'

export type PublicConfig = ResponseOf<typeof CALLS.publicConfig>

export const publicKeysRoute = (dependencies: {
  readonly keys: RequestKeys
  readonly now: WallClock
}): Route =>
  route(CALLS.publicKeys, async () => ({
    keys: [...(await dependencies.keys.publicKeys())],
    // The wall's time, for a device whose own is wrong.
    serverTime: dependencies.now().getTime(),
  }))

/** Chain, addresses, features: the same for everybody, fixed while the process runs. */
export const publicConfigRoute = (config: PublicConfig): Route =>
  route(CALLS.publicConfig, async () => config)
