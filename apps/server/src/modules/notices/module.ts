import type { Database } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { noticesRoutes } from './routes.ts'

export const createNoticesModule = ({ database }: { readonly database: Database }): ModuleParts => ({
  routes: noticesRoutes(database),
  eventHandlers: [],
  advanceHooks: [],
  ticks: [],
})
