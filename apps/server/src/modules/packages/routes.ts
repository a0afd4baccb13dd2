import { getPackageConfigList, getPackageOrderList, investPledgeOrder } from '@dr/protocol/calls/packages'
import { getRechargeList, rechargeRecord } from '@dr/protocol/calls/recharge'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Caller, type Route, route } from '../../platform/route.ts'
import { account, balanceOf } from '../ledger/index.ts'
import { reinvestable } from './deposit/deposit.rules.ts'
import { listRecharges, reportRecharge } from './deposit/recharges.ts'
import type { PackagesDeps } from './deps.ts'
import { invest } from './position/invest.ts'
import { listPositions, positionAnswer } from './position/positions.ts'
import { readCounters } from './position/user-counters.ts'
import { listPackages } from './terms/config-list.ts'
import type { PackageToken } from './terms/terms.rules.ts'

const reinvestableOf = async (
  { read }: Database,
  { userId }: Caller,
  token: PackageToken,
): Promise<string> => {
  const open = reinvestable({
    ...(await readCounters(read, { userId, token })),
    available: await balanceOf(read, account({ vault: 2, token, kind: 'user-available', userId })),
  })
  return open.toString()
}

export const packagesRoutes = (deps: PackagesDeps): Route[] => {
  const { database, prices, settle } = deps
  return [
    route(getPackageConfigList, () => listPackages({ reader: database.read, prices })),
    route(investPledgeOrder, ({ body, caller }) =>
      invest(deps, {
        userId: caller.userId,
        address: caller.address,
        packageId: body.packageId,
        amount: BigInt(body.amount),
        incomeToken: body.incomeType,
        reinvest: body.reinvest,
        requestId: body.requestId,
        action: body.action,
      }),
    ),
    route(getPackageOrderList, async ({ body, caller }) => {
      await settle({ ...caller, vault: 2 })
      const { timestamp: now } = await chainNow(database.read)
      const page = await listPositions(database.read, { ...body, userId: caller.userId, now })
      return {
        items: page.items.map((one) => positionAnswer(one, now)),
        nextCursor: page.nextCursor,
        reinvestable: {
          USDT: await reinvestableOf(database, caller, 'USDT'),
          DR: await reinvestableOf(database, caller, 'DR'),
        },
      }
    }),
    route(rechargeRecord, ({ body, caller }) =>
      database.transaction((tx) =>
        reportRecharge(tx, { userId: caller.userId, address: caller.address, txHash: body.txHash }),
      ),
    ),
    route(getRechargeList, async ({ body, caller }) => {
      await settle({ ...caller, vault: 2 })
      return listRecharges(database.read, { ...body, userId: caller.userId, address: caller.address })
    }),
  ]
}
