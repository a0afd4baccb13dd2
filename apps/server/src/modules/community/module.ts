import type { ModuleParts } from '../../platform/module-parts.ts'
import type { CommunityDeps } from './deps.ts'
import { keepFolding } from './fold-activity.ts'
import { communityRoutes } from './routes.ts'

const FOLD_SECONDS = 1

export const createCommunityModule = (deps: CommunityDeps): ModuleParts => {
  const { database } = deps
  return {
    routes: communityRoutes(deps),
    eventHandlers: [],
    advanceHooks: [],
    ticks: [
      {
        name: 'community.fold',
        schedule: FOLD_SECONDS,
        runsOn: true,
        run: (signal) => keepFolding(database, signal),
      },
    ],
  }
}
