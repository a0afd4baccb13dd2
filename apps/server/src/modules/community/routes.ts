import { community, directReferralRanking, teamDailyData } from '@dr/protocol/calls/community'
import { type Route, route } from '../../platform/route.ts'
import { answerCommunity } from './answer-community.ts'
import { dailyFigures } from './daily-figures.ts'
import type { CommunityDeps } from './deps.ts'
import { referralRanking } from './referral-ranking.ts'

export const communityRoutes = ({ database, nodes }: CommunityDeps): Route[] => {
  const reader = database.read
  return [
    route(community, ({ body, caller }) => answerCommunity({ reader, nodes }, caller.userId, body)),
    route(teamDailyData, ({ body, caller }) => dailyFigures(reader, { ...body, userId: caller.userId })),
    route(directReferralRanking, ({ body }) => referralRanking(reader, body.week)),
  ]
}
