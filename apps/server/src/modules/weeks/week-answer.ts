import { weekEnd, weekStart } from '@dr/protocol/rules/weeks'

/** A week in the API's format: times are Unix seconds. */
export const weekAnswer = (week: bigint) => ({
  week: Number(week),
  startsAt: Number(weekStart(week)),
  endsAt: Number(weekEnd(week)),
})
