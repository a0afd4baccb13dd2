import { weekOf } from '@dr/protocol/rules/weeks'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Tick } from '../../platform/tick.ts'
import type { StakeBegun, StakeEnded } from '../packages/index.ts'
import { originOf, type ResultSource } from '../results/index.ts'
import { closingParts } from '../weeks/index.ts'
import { createBoardReader, isOnBoard } from './board.ts'
import { NODE_CONFIG } from './default-config.ts'
import type { NodesDeps } from './deps.ts'
import { bringUpStakes, nodeClosing } from './node-closing.ts'
import { publishedNodes } from './publish-nodes.ts'
import { type NodeIncome, receiveNodeIncome } from './receive-node-income.ts'
import { nodesRoutes } from './routes.ts'
import { stakeBegun, stakeEnded } from './stakes.ts'

export interface NodesModule extends ModuleParts {
  /** Records income of the pool. `posted`: the caller's journal that put it into the `node-pool`. */
  receiveIncome(tx: Tx, income: NodeIncome): Promise<void>
  /** Called for every stake that begins. */
  readonly stakeBegun: StakeBegun
  /** Called when a claim ends stakes before their maturity. */
  readonly stakeEnded: StakeEnded
  /** Whether the user is currently a node in the open week. */
  isNode(reader: Reader, userId: UserId): Promise<boolean>
  /** Published results of the pool. */
  readonly results: ResultSource
}

const BRING_UP_SECONDS = 20

const bringUpTick = (database: Database, firstWeek: bigint): Tick => ({
  name: 'nodes.bring-up',
  schedule: BRING_UP_SECONDS,
  run: () => database.transaction((tx) => bringUpStakes(tx, firstWeek)),
})

export const createNodesModule = (deps: NodesDeps): NodesModule => {
  const { database, startTime, config = NODE_CONFIG, logger } = deps
  const firstWeek = weekOf(startTime)
  const board = createBoardReader(database.read, { firstWeek, config })
  const closing = nodeClosing({ firstWeek, config, areClaimsBooked: deps.areClaimsBooked })
  const { tick, hook } = closingParts(database, closing, { name: 'nodes.close', logger })
  return {
    receiveIncome: (tx, income) => receiveNodeIncome(tx, firstWeek, income),
    stakeBegun,
    stakeEnded,
    isNode: async (_reader, userId) => isOnBoard(await board(), userId),
    results: publishedNodes(originOf(deps.chainId, deps.contracts)),
    routes: nodesRoutes({ database, board, config }),
    eventHandlers: [],
    advanceHooks: [hook],
    ticks: [tick, bringUpTick(database, firstWeek)],
  }
}
