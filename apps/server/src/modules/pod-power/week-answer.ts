import { weekEnd, weekStart } from './week.rules.ts'

/** A week as the API spells it: times are Unix seconds. */
export const weekAnswer = (week: bigint) => ({
  week: Number(week),
  startsAt: Number(weekStart(week)),
  endsAt: Number(weekEnd(week)),
})
