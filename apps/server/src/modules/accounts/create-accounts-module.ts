import { fundFlows as fundFlowsCall } from '@dr/protocol/calls/fund-flows'
import { getUserMoney, getUserMoneyLogList } from '@dr/protocol/calls/user-money'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import type { AccountsDeps } from './accounts-deps.ts'
import { flowPage, fundFlows } from './fund-flows.ts'
import { userMoney } from './user-money.ts'

export const createAccountsModule = (deps: AccountsDeps): ModuleParts => {
  const { read } = deps.database
  return {
    routes: [
      route(fundFlowsCall, ({ body, caller }) => fundFlows(read, { ...body, userId: caller.userId })),
      route(getUserMoney, ({ caller }) => userMoney(deps, caller.userId)),
      route(getUserMoneyLogList, ({ body, caller }) => flowPage(read, { ...body, userId: caller.userId })),
    ],
    eventHandlers: [],
    advanceHooks: [],
    ticks: [],
  }
}
