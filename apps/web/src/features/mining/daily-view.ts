const DAYS_MAX = 30
/** Of who began to mine this week. */
const DAYS_MIN = 7

export type Day = { readonly day: string; readonly mined: string }

/** From the first day on which something was mined, a week at least and 30 days at most. */
export const shownDays = (days: readonly Day[]): readonly Day[] => {
  const first = days.findIndex(({ mined }) => mined !== '0')
  const count = first < 0 ? DAYS_MIN : days.length - first
  return days.slice(-Math.min(DAYS_MAX, Math.max(DAYS_MIN, count)))
}
