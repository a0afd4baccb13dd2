import type { ModuleParts } from '../../platform/module-parts.ts'
import { auditBooksTick } from './audit-books.ts'
import { checkReservesTick } from './check-reserves.ts'
import type { SolvencyDeps } from './deps.ts'
import { drPoolTick } from './dr-pool.ts'
import { solvencyHandlers, solvencyNumbers } from './handlers.ts'
import { solvencyRoutes } from './routes.ts'
import { settingHandlers } from './settings/record-settings.ts'

export const createSolvencyModule = (deps: SolvencyDeps): ModuleParts => {
  const { database, contracts, withdrawal, logger, registry } = deps
  return {
    routes: solvencyRoutes(deps),
    eventHandlers: [...solvencyHandlers(contracts), ...settingHandlers(contracts)],
    chainNumbers: solvencyNumbers(contracts),
    advanceHooks: [],
    ticks: [
      checkReservesTick({ database, readReserves: withdrawal.readReserves, logger, registry }),
      auditBooksTick({ database, logger, registry }),
      drPoolTick(deps),
    ],
  }
}
