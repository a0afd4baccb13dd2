import type { ResponseOf } from '@dr/protocol/call'
import type { overview as overviewCall } from '@dr/protocol/calls/public'
import { byToken, FIXED_SUPPLY_TOKENS } from '@dr/protocol/tokens'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import { keepByBlock } from '../../platform/chain/keep-by-block.ts'
import type { MiningOverview } from '../mining/index.ts'
import { listPackages, packageFunding } from '../packages/index.ts'
import { dayChangeBps, pricesShown, type ReadBlock } from '../prices/index.ts'
import { isCovered, type VaultReserve } from '../withdrawal/index.ts'
import type { SolvencyDeps } from './deps.ts'
import { readDrPool } from './dr-pool.ts'
import { readHistory } from './flows/day-totals.ts'
import { fundingStreams } from './flows/funding-streams.ts'
import { readShortfalls } from './read-shortfalls.ts'
import { readSupplies } from './read-supplies.ts'
import { readRecapitalisations } from './recapitalisation/read-recapitalisations.ts'
import { withComparison } from './shortfalls.rules.ts'

export type Overview = ResponseOf<typeof overviewCall>
type Reserve = Overview['reserves'][number]

const partsOf = ({ owed, poolsByKind }: VaultReserve): Reserve['parts'] => [
  { kind: 'users', amount: owed.toString() },
  ...Object.entries(poolsByKind).map(([kind, amount]) => ({
    kind: kind as Reserve['parts'][number]['kind'],
    amount: amount.toString(),
  })),
]

const reservesOf = (
  { withdrawalVaults }: ContractAddresses,
  reserves: readonly VaultReserve[],
): Overview['reserves'] =>
  reserves.map((books) => ({
    vault: books.vault,
    contract: withdrawalVaults[books.vault],
    token: books.token,
    reserve: books.reserve.toString(),
    owed: books.owed.toString(),
    pools: books.pools.toString(),
    blockNumber: Number(books.blockNumber),
    stopped: reserves.some((other) => other.vault === books.vault && !isCovered(other)),
    parts: partsOf(books),
  }))

const burnedOf = (input: {
  readonly mine: MiningOverview
  readonly withdrawals: bigint
  readonly podPower: bigint
}): Pick<Overview, 'burned' | 'burnedFor'> => {
  const { mine, withdrawals, podPower } = input
  const burnedFor = [
    { token: 'DR', cause: 'withdrawals', amount: withdrawals },
    { token: 'DR', cause: 'pod-power', amount: podPower },
    { token: 'DRGV', cause: 'machines', amount: mine.drgvBurned - mine.electricityBurned },
    { token: 'DRGV', cause: 'electricity', amount: mine.electricityBurned },
  ] as const
  return {
    burned: byToken(FIXED_SUPPLY_TOKENS, (token) => {
      const lines = burnedFor.filter((line) => line.token === token)
      return lines.reduce((sum, { amount }) => sum + amount, 0n).toString()
    }),
    burnedFor: burnedFor.map(({ amount, ...rest }) => ({ ...rest, amount: amount.toString() })),
  }
}

const compute = async (deps: SolvencyDeps, block: ReadBlock): Promise<Overview> => {
  const { database, contracts, mining, withdrawal, prices } = deps
  const reader = database.read
  const [
    mine,
    reserves,
    withdrawals,
    podPower,
    budgets,
    offers,
    shortfalls,
    supplies,
    shown,
    changes,
    added,
  ] = await Promise.all([
    mining.overview(reader).then(async (of) => ({
      ...of,
      drPool: await readDrPool(deps, { mine: of, blockNumber: block.number }),
    })),
    withdrawal.readReserves(reader),
    withdrawal.burnedTotal(reader),
    deps.dividends.power.burnedTotal(reader),
    packageFunding(reader),
    listPackages({ reader, prices }),
    readShortfalls(reader),
    readSupplies(deps, block.number),
    pricesShown(prices, block),
    dayChangeBps(reader, block.timestamp),
    readRecapitalisations(reader),
  ])
  return {
    clock: { blockNumber: Number(block.number), timestamp: Number(block.timestamp) },
    networkPower: Number(mine.networkPower),
    machines: Number(mine.machines),
    emission: {
      perDay: mine.emissionPerDay.toString(),
      released: mine.released.toString(),
      undistributed: mine.undistributed.toString(),
      releasedUntil: Number(mine.releasedUntil),
      releaseId: mine.releaseId.toString(),
      fundedUntil: Number(mine.fundedUntil),
    },
    drPool: mine.drPool,
    ...burnedOf({ mine, withdrawals, podPower }),
    supplies,
    prices: shown,
    dayChangeBps: changes,
    reserves: reservesOf(contracts, reserves),
    shortfalls: withComparison(shortfalls, reserves),
    recapitalisations: added,
    funding: fundingStreams({ mine, reserves, budgets, offered: offers.items, now: block.timestamp }),
    history: await readHistory(reader, { now: block.timestamp, mine }),
  }
}

/**
 * The public state of the product: clock, emission, power, burned amounts, reserves and debts, and the times
 * until which rewards are funded. Computed once for each block.
 */
export const createOverview = (deps: SolvencyDeps): (() => Promise<Overview>) => {
  const computeAt = keepByBlock((block: ReadBlock) => compute(deps, block))
  return async () => {
    const { blockNumber: number, timestamp } = await chainNow(deps.database.read)
    return computeAt({ number, timestamp })
  }
}
