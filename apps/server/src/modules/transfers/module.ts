import type { ModuleParts } from '../../platform/module-parts.ts'
import type { TransfersDeps } from './deps.ts'
import { releaseDue } from './release-transfers.ts'
import { transfersRoutes } from './routes.ts'

const RELEASE_INTERVAL_SECONDS = 10

export const createTransfersModule = (deps: TransfersDeps): ModuleParts => ({
  routes: transfersRoutes(deps),
  eventHandlers: [],
  advanceHooks: [],
  ticks: [
    {
      name: 'transfers.release',
      schedule: RELEASE_INTERVAL_SECONDS,
      run: (signal) => releaseDue(deps.database, signal),
    },
  ],
})
