/**
 * POST users/node-ranking: the nodes of the open week, the caller's own figures, and the last closed weeks.
 */

import type { ResponseOf } from '@dr/protocol/call'
import type { nodeRanking as nodeRankingCall } from '@dr/protocol/calls/community'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { maxBigInt } from '../../platform/integers.ts'
import { decodeCursor, toPage } from '../../platform/pagination.ts'
import { readResults, type WeekFile } from '../results/index.ts'
import { addPayouts, formatPayout, NO_PAYOUT, type Payout, weekAnswer } from '../weeks/index.ts'
import type { Board } from './board.ts'
import { readSharesOf } from './node-shares.ts'
import { closingOf, minimumOf, type NodeMinimums, type RankedNode, without } from './node-week.rules.ts'
import { type ClosedNodeWeek, nodesPool } from './nodes-pool.ts'
import { readTimelines } from './stakes.ts'

type Answer = ResponseOf<typeof nodeRankingCall>

const WEEKS_SHOWN = 8

const formatFigures = ({ own, direct }: { own: bigint; direct: bigint }) => ({
  own: own.toString(),
  direct: direct.toString(),
})

const mineOf = async (
  reader: Reader,
  board: Board,
  { userId, config }: { readonly userId: UserId; readonly config: NodeMinimums },
): Promise<Answer['mine']> => {
  const { week, until, nodes, candidates } = board
  const [me] = await readTimelines(reader, { ids: [userId], week, until })
  if (!me) throw new RangeError(`no user ${userId}`)
  const below = nodes
    .map(({ account }) => candidates.get(account))
    // By id: `inviter` is set only if the inviter is a candidate, which the caller need not be.
    .filter((one) => one !== undefined && one.inviterId === me.userId)
  const direct = without(
    me.direct,
    below.flatMap((one) => (one ? [one.own] : [])),
  )
  const standing = { own: closingOf(me.own), direct: closingOf(direct) }
  const rank = nodes.find(({ account }) => account === me.account)?.rank ?? null
  return {
    rank,
    node: rank !== null,
    ...formatFigures({ own: minimumOf(me.own), direct: minimumOf(direct) }),
    standing: formatFigures(standing),
    missing: formatFigures({
      own: maxBigInt(config.ownMinimum - standing.own, 0n),
      direct: maxBigInt(config.directMinimum - standing.direct, 0n),
    }),
  }
}

const rankRow = ({ rank, account, own, direct, weight }: RankedNode): Answer['ranking']['items'][number] => ({
  rank,
  address: account,
  ...formatFigures({ own, direct }),
  weight: weight.toString(),
})

/** Nodes after the rank in the cursor. */
const rankingPage = (
  nodes: readonly RankedNode[],
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Answer['ranking'] => {
  const after = cursor === undefined ? 0 : Number(decodeCursor(cursor))
  const rows = nodes.slice(after, after + limit + 1)
  return toPage(rows, { limit, idOf: () => BigInt(after + limit), itemOf: rankRow })
}

const weekRow = (
  closed: ClosedNodeWeek,
  { mine, file }: { readonly mine: Payout | undefined; readonly file: WeekFile | undefined },
): Answer['weeks'][number] => ({
  ...weekAnswer(closed.week),
  available: formatPayout(addPayouts(closed.income['swap-fees'], closed.income.operator, closed.carriedIn)),
  paid: formatPayout(closed.paid),
  carried: formatPayout(closed.carried),
  nodes: closed.nodes,
  weight: closed.weight.toString(),
  mine: formatPayout(mine ?? NO_PAYOUT),
  result: file ? { file: file.path, hash: file.hash, txHash: file.txHash } : null,
})

const weeksAnswer = async (reader: Reader, userId: UserId): Promise<Answer['weeks']> => {
  const closed = await nodesPool.readWeeks(reader, { limit: WEEKS_SHOWN })
  const weeks = closed.map(({ week }) => week)
  const shares = new Map(
    (await readSharesOf(reader, { userId, weeks })).map((share) => [share.week, share.amount]),
  )
  const files = new Map((await readResults(reader, 'nodes', weeks)).map((file) => [file.week, file]))
  return closed.map((one) => weekRow(one, { mine: shares.get(one.week), file: files.get(one.week) }))
}

/**
 * The current ranking of the open week. Reads only the few candidates and the stakes of the week, whatever
 * the number of users.
 */
export const nodeRanking = async (
  reader: Reader,
  { board, config }: { readonly board: Board; readonly config: NodeMinimums },
  query: { readonly userId: UserId; readonly cursor?: string | undefined; readonly limit: number },
): Promise<Answer> => {
  const income = await nodesPool.incomeOf(reader, board.week)
  const { nodes } = board
  return {
    current: {
      ...weekAnswer(board.week),
      available: formatPayout(
        addPayouts(await nodesPool.readCarry(reader), income['swap-fees'], income.operator),
      ),
      nodes: nodes.length,
      weight: nodes.reduce((sum, { weight }) => sum + weight, 0n).toString(),
    },
    required: formatFigures({ own: config.ownMinimum, direct: config.directMinimum }),
    mine: await mineOf(reader, board, { userId: query.userId, config }),
    ranking: rankingPage(nodes, query),
    weeks: await weeksAnswer(reader, query.userId),
  }
}
