import type { ModuleParts } from '../../platform/module-parts.ts'
import type { AccountsDeps } from './deps.ts'
import { accountsRoutes } from './routes.ts'

export const createAccountsModule = (deps: AccountsDeps): ModuleParts => ({
  routes: accountsRoutes(deps),
  eventHandlers: [],
  advanceHooks: [],
  ticks: [],
})
