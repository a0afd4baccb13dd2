import { weekEnd, weekStart } from '@dr/protocol/rules/weeks'

/** A week as the API shows it: times are Unix seconds. */
export const weekAnswer = (week: bigint) => ({
  week: Number(week),
  startsAt: Number(weekStart(week)),
  endsAt: Number(weekEnd(week)),
})
