import { commonValue } from '@dr/protocol/calls/common'
import { overview as overviewCall } from '@dr/protocol/calls/public'
import { settingChanges } from '@dr/protocol/calls/settings'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import { auditBooksTick } from './audit-books.ts'
import { checkReservesTick } from './check-reserves.ts'
import { commonValues } from './common-values.ts'
import type { SolvencyDeps } from './deps.ts'
import { solvencyHandlers } from './handlers.ts'
import { listSettings } from './list-settings.ts'
import { createOverview } from './overview.ts'
import { settingHandlers } from './record-settings.ts'

export const createSolvencyModule = (deps: SolvencyDeps): ModuleParts => {
  const { database, contracts, mining, withdrawal, logger, registry } = deps
  return {
    routes: [
      route(overviewCall, createOverview(deps)),
      route(commonValue, ({ body }) => commonValues(database.read, body)),
      route(settingChanges, ({ body }) => listSettings({ reader: database.read, contracts }, body)),
    ],
    eventHandlers: [...solvencyHandlers(contracts), ...settingHandlers(contracts)],
    advanceHooks: [],
    ticks: [
      checkReservesTick({ database, readReserves: withdrawal.readReserves, logger, registry }),
      auditBooksTick({ database, missingPurchases: mining.missingPurchases, logger, registry }),
    ],
  }
}
