import type { ModuleParts } from '../../platform/module-parts.ts'
import type { OperatorDeps } from './deps.ts'
import { operatorRoutes } from './routes.ts'

export const createOperatorModule = (deps: OperatorDeps): ModuleParts => ({
  routes: operatorRoutes(deps),
  eventHandlers: [],
  advanceHooks: [],
  ticks: [],
})
