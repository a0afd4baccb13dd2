import { community, directReferralRanking, teamDailyData } from '@dr/protocol/calls/community'
import type { Logger } from 'pino'
import type { Database } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import { answerCommunity, type IsNode } from './answer-community.ts'
import { dailyFigures } from './daily-figures.ts'
import { keepFolding } from './fold-activity.ts'
import { referralRanking } from './referral-ranking.ts'

export interface CommunityDeps {
  readonly database: Database
  readonly isNode: IsNode
  readonly logger: Logger
}

/** It runs on; the schedule begins it again should it have failed. */
const FOLD_SECONDS = 1

export const createCommunityModule = ({ database, isNode, logger }: CommunityDeps): ModuleParts => {
  const reader = database.read
  return {
    routes: [
      route(community, ({ body, caller }) => answerCommunity({ reader, isNode }, caller.userId, body)),
      route(teamDailyData, ({ body, caller }) => dailyFigures(reader, { ...body, userId: caller.userId })),
      route(directReferralRanking, ({ body }) => referralRanking(reader, body.week)),
    ],
    eventHandlers: [],
    advanceHooks: [],
    ticks: [
      {
        name: 'community.fold',
        schedule: FOLD_SECONDS,
        run: (signal) =>
          keepFolding(database, signal, {
            onChanged: (err) => logger.warn({ err }, 'another process folded, and this one folds again'),
          }),
      },
    ],
  }
}
