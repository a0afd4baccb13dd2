import { fundFlows as fundFlowsCall } from '@dr/protocol/calls/users'
import type { Database } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import { fundFlows } from './fund-flows.ts'

export const createAccountsModule = ({ database }: { readonly database: Database }): ModuleParts => ({
  routes: [
    route(fundFlowsCall, ({ body, caller }) => fundFlows(database.read, { ...body, userId: caller.userId })),
  ],
  eventHandlers: [],
  advanceHooks: [],
  ticks: [],
})
