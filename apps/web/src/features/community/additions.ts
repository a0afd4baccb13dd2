import { CENT } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { DayFigures, teamDailyData } from '@dr/protocol/calls/community'
import { DAY_SECONDS } from '@dr/protocol/constants'

export type TeamDay = ResponseOf<typeof teamDailyData>['items'][number]
export const SCOPES = ['team', 'direct'] as const
export type Scope = (typeof SCOPES)[number]
export const METRICS = ['newMembers', 'staked', 'burned', 'power'] as const
export type Metric = (typeof METRICS)[number]

/** UTC day of a moment of the product's clock (Unix seconds). */
export const dayOf = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10)

/** Height of a figure's bar; for drawing only. */
export const heightOf = (figures: DayFigures, metric: Metric): number =>
  metric === 'newMembers' ? figures.newMembers : Number(BigInt(figures[metric]) / CENT)

/**
 * The last `count` days up to `today`, oldest first. Days that the server leaves out are zero. A day before
 * the oldest one read is unknown while more pages follow, and the list begins after it.
 */
export const lastDays = (
  days: readonly TeamDay[],
  { today, count, complete }: { readonly today: string; readonly count: number; readonly complete: boolean },
): readonly { readonly day: string; readonly figures: TeamDay | null }[] => {
  const known = new Map(days.map((item) => [item.day, item]))
  const oldest = days.at(-1)?.day
  const end = Date.parse(today)
  return Array.from({ length: count }, (_, index) => dayOf(end / 1_000 - (count - 1 - index) * DAY_SECONDS))
    .filter((day) => complete || (oldest !== undefined && day >= oldest))
    .map((day) => ({ day, figures: known.get(day) ?? null }))
}
