import { dividendPool as dividendPoolCall } from '@dr/protocol/calls/dividends'
import { podPowerInfo as podPowerInfoCall } from '@dr/protocol/calls/pod-power'
import type { Database } from '../../platform/database/database.ts'
import { type Route, route } from '../../platform/route.ts'
import { dividendPool } from './dividend-pool.ts'
import { podPowerInfo } from './pod-power-info.ts'
import { closeAndCredit } from './week/bring-up-to.ts'
import type { DividendConfig } from './week/close-week.rules.ts'
import type { DividendClosing } from './week/dividend-closing.ts'

export const dividendsRoutes = ({
  database,
  closing,
  firstWeek,
  config,
}: {
  readonly database: Database
  readonly closing: DividendClosing
  readonly firstWeek: bigint
  readonly config: DividendConfig
}): Route[] => [
  route(dividendPoolCall, ({ body }) => dividendPool(database.read, { firstWeek, config }, body)),
  route(podPowerInfoCall, async ({ body, caller: { userId } }) => {
    await database.transaction((tx) => closeAndCredit(tx, closing, userId))
    return podPowerInfo(database.read, firstWeek, { ...body, userId })
  }),
]
