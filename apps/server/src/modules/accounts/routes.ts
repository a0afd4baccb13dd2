import { fundFlows as fundFlowsCall } from '@dr/protocol/calls/fund-flows'
import { lockList } from '@dr/protocol/calls/packages'
import {
  balanceHistory as balanceHistoryCall,
  getUserMoney,
  getUserMoneyLogList,
} from '@dr/protocol/calls/user-money'
import { type Route, route } from '../../platform/route.ts'
import { balanceHistory } from './balance-history.ts'
import type { AccountsDeps } from './deps.ts'
import { flowPage, fundFlows } from './fund-flows.ts'
import { listLocks } from './list-locks.ts'
import { userMoney } from './user-money.ts'

export const accountsRoutes = (deps: AccountsDeps): Route[] => {
  const { read } = deps.database
  return [
    route(fundFlowsCall, ({ body: { account: vault, ...query }, caller }) =>
      fundFlows(read, { ...query, vault, userId: caller.userId }),
    ),
    route(balanceHistoryCall, ({ body, caller }) => balanceHistory(read, { ...body, userId: caller.userId })),
    route(lockList, ({ body, caller }) =>
      listLocks(deps, { ...body, userId: caller.userId, address: caller.address }),
    ),
    route(getUserMoney, ({ caller }) => userMoney(deps, caller)),
    route(getUserMoneyLogList, ({ body: { account: vault, ...query }, caller }) =>
      flowPage(read, { ...query, vault, userId: caller.userId }),
    ),
  ]
}
