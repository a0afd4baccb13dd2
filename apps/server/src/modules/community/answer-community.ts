import type { ResponseOf } from '@dr/protocol/call'
import type { community, TeamFigures } from '@dr/protocol/calls/community'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { oldestActivity } from '../activity/index.ts'
import { findUserById } from '../users/index.ts'
import type { CommunityDeps } from './deps.ts'
import { levelOf, levelValueOf, nextLevel } from './levels.rules.ts'
import { listMembers } from './list-members.ts'
import { type Figures, readFigures } from './read-figures.ts'

const figuresAnswer = ({ members, newToday, burned, staked, pledged }: Figures): TeamFigures => ({
  members,
  newToday,
  burned: burned.toString(),
  staked: staked.toString(),
  pledged: pledged.toString(),
})

/**
 * The community, and the caller's position in it. `foldedUntil`: the oldest waiting activity, or the clock
 * without one, both read before the figures.
 */
export const answerCommunity = async (
  { reader, nodes }: { readonly reader: Reader; readonly nodes: CommunityDeps['nodes'] },
  userId: UserId,
  { search, cursor, limit }: { search?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<ResponseOf<typeof community>> => {
  const { timestamp: now } = await chainNow(reader)
  const waiting = await oldestActivity(reader)
  const { mine, totals } = await readFigures(reader, { userId, now })
  const [user, node, members] = await Promise.all([
    findUserById(reader, userId),
    nodes.isNode(reader, userId),
    listMembers(reader, { userId, depth: mine.depth, search, cursor, limit }),
  ])
  const value = levelValueOf(mine.team)
  const next = nextLevel(value)
  const { burned, staked, pledged } = mine.own
  return {
    totals: figuresAnswer(totals),
    mine: {
      level: levelOf(value),
      value: value.toString(),
      next: next && { level: next.level, value: next.value.toString() },
      node,
      inviter: user?.inviterAddress ?? null,
      own: { burned: burned.toString(), staked: staked.toString(), pledged: pledged.toString() },
      direct: figuresAnswer(mine.direct),
      team: figuresAnswer(mine.team),
      foldedUntil: Number(waiting !== null && waiting < now ? waiting : now),
    },
    members,
  }
}
