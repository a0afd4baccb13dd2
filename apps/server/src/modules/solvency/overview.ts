import type { ResponseOf } from '@dr/protocol/call'
import type { overview as overviewCall } from '@dr/protocol/calls/public'
import { chainNow } from '../../platform/chain-clock.ts'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { MiningModule } from '../mining/index.ts'
import type { WithdrawalModule } from '../withdrawal/index.ts'

export interface OverviewDeps {
  readonly reader: Reader
  readonly contracts: ContractAddresses
  readonly mining: MiningModule
  readonly withdrawal: WithdrawalModule
}

/** The state of the house, for everybody: clock, emission, power, what was burned, reserves against what is owed. */
export const overview = async (deps: OverviewDeps): Promise<ResponseOf<typeof overviewCall>> => {
  const { reader, contracts, mining, withdrawal } = deps
  const clock = await chainNow(reader)
  const mine = await mining.overview(reader)
  const books = await withdrawal.readReserve(reader)
  const drBurned = await withdrawal.burnedTotal(reader)
  return {
    clock: { blockNumber: Number(clock.blockNumber), timestamp: Number(clock.timestamp) },
    networkPower: Number(mine.networkPower),
    machines: Number(mine.machines),
    emission: {
      perDay: mine.emissionPerDay.toString(),
      released: mine.released.toString(),
      releasedUntil: Number(mine.releasedUntil),
      releaseId: mine.releaseId.toString(),
      fundedUntil: Number(mine.fundedUntil),
    },
    burned: { DR: drBurned.toString(), DRGV: mine.drgvBurned.toString() },
    reserves: [
      {
        vault: 0,
        contract: contracts.withdrawalVault0.toLowerCase(),
        token: 'DR',
        reserve: books.reserve.toString(),
        owed: books.owed.toString(),
        pools: books.pools.toString(),
        blockNumber: Number(books.blockNumber),
      },
    ],
  }
}
