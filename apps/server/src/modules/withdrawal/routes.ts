import { getWithdrawalList } from '@dr/protocol/calls/user-money'
import {
  createWithdrawal as createWithdrawalCall,
  withdrawalDetail as withdrawalDetailCall,
  withdrawalLimits as withdrawalLimitsCall,
} from '@dr/protocol/calls/withdrawal'
import { type Route, route } from '../../platform/route.ts'
import { voucherAnswer } from '../vouchers/index.ts'
import { createWithdrawal } from './create-withdrawal.ts'
import type { WithdrawalDeps } from './deps.ts'
import { createNodeDayReader, withdrawalLimits } from './recent/withdrawal-limits.ts'
import type { ReadReserves } from './reserves.ts'
import { withdrawalDetail } from './withdrawal-detail.ts'

export const withdrawalRoutes = (deps: WithdrawalDeps, readReserves: ReadReserves): Route[] => {
  const limitDeps = { reader: deps.database.read, readNodeDay: createNodeDayReader(deps) }
  const listDeps = { reader: deps.database.read, vouchers: deps.vouchers }
  return [
    route(createWithdrawalCall, async ({ body, caller, request: { ip } }) => {
      const { paymentPassword: password } = body
      await deps.security.checkPasswordIfSet({ userId: caller.userId, ip, password })
      return voucherAnswer(
        await createWithdrawal(deps, readReserves, {
          userId: caller.userId,
          account: caller.address,
          vault: body.account,
          token: body.token,
          amount: BigInt(body.amount),
        }),
      )
    }),
    route(withdrawalLimitsCall, ({ caller }) => withdrawalLimits(limitDeps, caller)),
    route(withdrawalDetailCall, ({ body, caller }) =>
      withdrawalDetail(listDeps, { ...body, userId: caller.userId }),
    ),
    route(getWithdrawalList, ({ body, caller }) =>
      withdrawalDetail(listDeps, { ...body, userId: caller.userId }),
    ),
  ]
}
