/** Amount that DR's pool can pay, and the number of days for which it can buy all earned DR. */

import { drAbi } from '@dr/contracts/abi/dr'
import type { ResponseOf } from '@dr/protocol/call'
import type { overview as overviewCall } from '@dr/protocol/calls/public'
import { daysUntilHalfPrice } from '@dr/protocol/rules/half-price'
import { rewardPerDay } from '@dr/protocol/rules/mining-rate'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import { createLeaderGauge } from '../../platform/gauges/leader-gauges.ts'
import type { Tick } from '../../platform/tick.ts'
import type { MiningOverview } from '../mining/index.ts'
import type { SolvencyDeps } from './deps.ts'

type DrPool = ResponseOf<typeof overviewCall>['drPool']
type PoolDeps = Pick<SolvencyDeps, 'client' | 'contracts'>

/** Reserves of the pair at a block, from which a sale is paid. */
const readPool = async ({ client, contracts }: PoolDeps, blockNumber: bigint) => {
  const args = [contracts.pairs.DR] as const
  const of = { abi: drAbi, functionName: 'balanceOf', args, blockNumber } as const
  const [dr, usdt] = await Promise.all([
    client.readContract({ ...of, address: contracts.DR }),
    client.readContract({ ...of, address: contracts.USDT }),
  ]).catch(chainUnavailable)
  return { dr, usdt }
}

export const readDrPool = async (
  deps: PoolDeps,
  { mine, blockNumber }: { readonly mine: MiningOverview; readonly blockNumber: bigint },
): Promise<DrPool> => {
  const { dr, usdt } = await readPool(deps, blockNumber)
  const { emissionPerDay, networkPower } = mine
  const earnedPerDay = rewardPerDay({ emissionPerDay, power: networkPower, networkPower })
  return {
    dr: dr.toString(),
    usdt: usdt.toString(),
    daysUntilHalfPrice: daysUntilHalfPrice({ poolDr: dr, earnedPerDay }),
  }
}

const INTERVAL_SECONDS = 60

/** Shows the days as a figure that an alarm reads. */
export const drPoolTick = (deps: SolvencyDeps): Tick => {
  const { database, mining, registry } = deps
  const days = createLeaderGauge(registry, 'worker', {
    name: 'dr_half_price_days',
    help: 'Days until the price of DR in its pool is half, if all DR that is earned were sold there',
  })
  return {
    name: 'solvency.dr-pool',
    schedule: INTERVAL_SECONDS,
    run: async () => {
      const { blockNumber } = await chainNow(database.read)
      const mine = await mining.overview(database.read)
      const { daysUntilHalfPrice: left } = await readDrPool(deps, { mine, blockNumber })
      days.set(left ?? Number.POSITIVE_INFINITY)
    },
  }
}
