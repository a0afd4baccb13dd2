import { nodeRanking as nodeRankingCall } from '@dr/protocol/calls/community'
import { weekOf } from '@dr/protocol/weeks'
import type { Logger } from 'pino'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Database, Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import type { Tick } from '../../platform/tick.ts'
import type { StakeBegun } from '../packages/index.ts'
import { originOf, type ResultSource } from '../results/index.ts'
import { createBoardReader, isOnBoard } from './board.ts'
import { bringUpStakes, closeNodesWithTheClock, closeNodeWeeks, type NodeCloseDeps } from './close-due.ts'
import { NODE_CONFIG } from './default-config.ts'
import { type ReceiveNodeIncome, receiveNodeIncome } from './node-income.ts'
import { nodeRanking } from './node-ranking.ts'
import type { NodeConfig } from './node-week.rules.ts'
import { publishedNodes } from './publish-nodes.ts'
import { stakeBegun } from './stakes.ts'

export interface NodesModule extends ModuleParts {
  /** Takes money into the pool's books that a journal has put there. */
  readonly receiveIncome: ReceiveNodeIncome
  /** Told of every stake as it begins. */
  readonly stakeBegun: StakeBegun
  /** Whether somebody is a node as the week stands. */
  isNode(reader: Reader, userId: UserId): Promise<boolean>
  /** What is published of it. */
  readonly results: ResultSource
}

export interface NodesDeps {
  readonly database: Database
  readonly chainId: number
  readonly contracts: ContractAddresses
  /** `Emission.startTime()`: Unix seconds. The first week of all lies there. */
  readonly startTime: bigint
  /** PRODUCT.md 9 unless told. */
  readonly config?: NodeConfig | undefined
  readonly logger: Logger
}

const CLOSE_SECONDS = 60
const BRING_UP_SECONDS = 20

/** Weeks close with the indexer's clock; this is for one that stood still, or was restarted on the last second. */
const closeTick = (database: Database, closing: NodeCloseDeps): Tick => ({
  name: 'nodes.close',
  schedule: CLOSE_SECONDS,
  run: async (signal) => {
    while (!signal.aborted && (await database.transaction((tx) => closeNodeWeeks(tx, closing, 1))) > 0);
  },
})

const bringUpTick = (database: Database, closing: NodeCloseDeps): Tick => ({
  name: 'nodes.bring-up',
  schedule: BRING_UP_SECONDS,
  run: () => database.transaction((tx) => bringUpStakes(tx, closing)),
})

export const createNodesModule = (deps: NodesDeps): NodesModule => {
  const { database, startTime, config = NODE_CONFIG, logger } = deps
  const firstWeek = weekOf(startTime)
  const closing: NodeCloseDeps = { firstWeek, config }
  const board = createBoardReader(database.read, closing)
  return {
    receiveIncome: (tx, income) => receiveNodeIncome(tx, firstWeek, income),
    stakeBegun,
    isNode: async (_reader, userId) => isOnBoard(await board(), userId),
    results: publishedNodes(originOf(deps.chainId, deps.contracts)),
    routes: [
      route(nodeRankingCall, async ({ body, caller }) =>
        nodeRanking(database.read, { board: await board(), config }, { ...body, userId: caller.userId }),
      ),
    ],
    eventHandlers: [],
    advanceHooks: [
      {
        name: 'nodes.close',
        run: (tx, { to }) => closeNodesWithTheClock(tx, closing, { now: to.timestamp, logger }),
      },
    ],
    ticks: [closeTick(database, closing), bringUpTick(database, closing)],
  }
}
