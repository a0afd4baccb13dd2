import {
  activateSignature,
  hashRateInfo as hashRateInfoCall,
  machineSignature,
  products,
} from '@dr/protocol/calls/mining'
import {
  collectMining as collectMiningCall,
  electricityPayments as electricityPaymentsCall,
  machinePurchases as machinePurchasesCall,
  miningDetail as miningDetailCall,
  miningInfo as miningInfoCall,
  miningStats as miningStatsCall,
} from '@dr/protocol/calls/user-mining'
import { type Route, route } from '../../platform/route.ts'
import { voucherAnswer } from '../vouchers/index.ts'
import { createCollector } from './collect/collect-mining.ts'
import type { MiningDeps } from './deps.ts'
import { electricityPayments } from './electricity/electricity-payments.ts'
import { quoteActivation } from './electricity/quote-activation.ts'
import { hashRateInfo } from './figures/hash-rate-info.ts'
import { miningDetail } from './figures/mining-detail.ts'
import { miningInfo } from './figures/mining-info.ts'
import { miningStats } from './figures/mining-stats.ts'
import { machinePurchases } from './purchase/machine-purchases.ts'
import { quoteBuyMachine } from './purchase/quote-buy-machine.ts'
import { listProducts } from './stock/products.ts'

export const miningRoutes = (deps: MiningDeps): Route[] => {
  const { database, client, vouchers, contracts, startTime, logger, dividends } = deps
  const reader = database.read
  const collect = createCollector({ database, startTime })
  const pending = { client, vouchers, logger, digitalRights: contracts.DigitalRights }
  return [
    route(products, () => listProducts(reader)),
    route(machineSignature, async ({ body, caller }) =>
      voucherAnswer(await quoteBuyMachine(deps, { userId: caller.userId, account: caller.address, ...body })),
    ),
    route(activateSignature, async ({ body, caller }) =>
      voucherAnswer(
        await quoteActivation(deps, {
          userId: caller.userId,
          account: caller.address,
          machineIds: body.machineIDs?.map(BigInt),
          which: body.all,
          periods: body.Period,
        }),
      ),
    ),
    route(hashRateInfoCall, ({ caller }) =>
      hashRateInfo({ reader, startTime, dividends }, { userId: caller.userId }),
    ),
    route(miningInfoCall, ({ caller }) =>
      miningInfo({ ...pending, reader, startTime }, { userId: caller.userId, account: caller.address }),
    ),
    route(miningDetailCall, ({ body, caller }) =>
      miningDetail({ ...pending, reader }, { ...body, userId: caller.userId, account: caller.address }),
    ),
    route(machinePurchasesCall, ({ body, caller }) =>
      machinePurchases(reader, { ...body, userId: caller.userId }),
    ),
    route(electricityPaymentsCall, ({ body, caller }) =>
      electricityPayments(reader, { ...body, userId: caller.userId }),
    ),
    route(miningStatsCall, ({ body, caller }) =>
      miningStats({ reader, startTime }, { userId: caller.userId, ...body }),
    ),
    route(collectMiningCall, async ({ caller }) => {
      const collected = await collect(caller.userId)
      return {
        amount: collected.amount.toString(),
        journalId: collected.journalId.toString(),
        asOf: Number(collected.asOf),
        releaseId: collected.releaseId.toString(),
        nextCollectableAt: collected.nextCollectableAt === null ? null : Number(collected.nextCollectableAt),
      }
    }),
  ]
}
