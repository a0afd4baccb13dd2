import { chainNow } from '../../platform/chain/chain-clock.ts'
import { readGaps } from '../../platform/chain/chain-numbers.ts'
import { readShortfalls } from '../solvency/index.ts'
import type { OperatorDeps } from './deps.ts'

/** Books of each vault and token at the ledger's own block, past shortfalls, and open tasks of operators. */
export const reconcile = async (deps: OperatorDeps) => {
  const { database, withdrawal, countSuspense } = deps
  const reader = database.read
  const reserves = await withdrawal.readReserves(reader)
  const clock = await chainNow(reader)
  return {
    clock: { blockNumber: Number(clock.blockNumber), timestamp: Number(clock.timestamp) },
    vaults: reserves.map(({ vault, token, reserve, booked, owed, pools, shortfall }) => ({
      vault,
      token,
      reserve: reserve.toString(),
      booked: booked.toString(),
      owed: owed.toString(),
      pools: pools.toString(),
      shortfall: shortfall.toString(),
    })),
    shortfalls: await readShortfalls(reader),
    suspenseEvents: await countSuspense(reader),
    chainGaps: (await readGaps(reader)).length,
  }
}
