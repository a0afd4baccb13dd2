import type { ResponseOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { readParameters } from '../modules/parameters/index.ts'
import type { WallClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { type Route, route } from '../platform/route.ts'
import type { RequestKeys } from './request/request-keys.ts'

type PublicConfig = ResponseOf<typeof CALLS.publicConfig>
/** Parameters that operators may change while the process runs. */
type Limits = Pick<
  PublicConfig['parameters'],
  'withdrawalMinimum' | 'withdrawalDailyLimitUsd' | 'podPowerMinimumDr'
>
/** The part of the response that does not change while the process runs. */
export type FixedConfig = Omit<PublicConfig, 'parameters'> & {
  readonly parameters: Omit<PublicConfig['parameters'], keyof Limits>
}

export const publicKeysRoute = (dependencies: {
  readonly keys: RequestKeys
  readonly now: WallClock
}): Route =>
  route(CALLS.publicKeys, async () => ({
    keys: [...(await dependencies.keys.publicKeys())],
    // Wall-clock time, for devices whose own clock is wrong.
    serverTime: dependencies.now().getTime(),
  }))

/** Chain, addresses and features, which do not change while the process runs, and the current limits. */
export const publicConfigRoute = (config: FixedConfig, database: Database): Route =>
  route(CALLS.publicConfig, async () => {
    const limits = await readParameters(database.read)
    return {
      ...config,
      parameters: {
        ...config.parameters,
        withdrawalMinimum: {
          DR: limits['withdrawal-minimum-dr'].toString(),
          USDT: limits['withdrawal-minimum-usdt'].toString(),
        },
        withdrawalDailyLimitUsd: limits['withdrawal-daily-limit'].toString(),
        podPowerMinimumDr: limits['pod-power-minimum-dr'].toString(),
      },
    }
  })
