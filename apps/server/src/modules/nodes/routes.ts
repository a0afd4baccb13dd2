import { nodeRanking as nodeRankingCall } from '@dr/protocol/calls/community'
import type { Database } from '../../platform/database/database.ts'
import { type Route, route } from '../../platform/route.ts'
import type { createBoardReader } from './board.ts'
import { nodeRanking } from './node-ranking.ts'
import type { NodeConfig } from './node-week.rules.ts'

export const nodesRoutes = ({
  database,
  board,
  config,
}: {
  readonly database: Database
  readonly board: ReturnType<typeof createBoardReader>
  readonly config: NodeConfig
}): Route[] => [
  route(nodeRankingCall, async ({ body, caller }) =>
    nodeRanking(database.read, { board: await board(), config }, { ...body, userId: caller.userId }),
  ),
]
