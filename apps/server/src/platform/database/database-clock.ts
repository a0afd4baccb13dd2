import type { Logger } from 'pino'
import type { WallClock } from '../clock.ts'
import type { Database, Reader } from './database.ts'

/** Maximum difference from the database's clock at which a process is ready, milliseconds. */
export const CLOCK_SKEW_MAX_MS = 10_000
const MEASURE_EVERY_MS = 5_000
/** A measurement with a longer round trip is too imprecise. */
const ROUND_TRIP_MAX_MS = 1_000

export interface DatabaseClock {
  /**
   * Wall time by the database: this process's clock, corrected by the difference of the last measurement. So
   * limits, sessions and replays of several replicas have one time, however their own clocks differ.
   */
  readonly now: WallClock
  /** Milliseconds by which this process's clock is ahead; negative: behind. */
  readonly aheadMs: () => number
  stop(): void
}

const compare = async (reader: Reader, ownNow: () => number): Promise<number | undefined> => {
  const before = ownNow()
  const { rows } = await reader.query<{ at: Date }>({
    name: 'database_clock',
    text: 'SELECT clock_timestamp() AS at',
  })
  const after = ownNow()
  const at = rows[0]?.at.getTime()
  return at === undefined || after - before > ROUND_TRIP_MAX_MS ? undefined : (before + after) / 2 - at
}

/**
 * Compares the clocks now, and every five seconds until `stop`. While the database is unavailable the last
 * difference is used.
 */
export const openDatabaseClock = async (
  { read }: Pick<Database, 'read'>,
  { logger, ownNow = Date.now }: { readonly logger: Logger; readonly ownNow?: () => number },
): Promise<DatabaseClock> => {
  let aheadMs = (await compare(read, ownNow)) ?? 0
  const measure = async () => {
    const was = aheadMs
    aheadMs = (await compare(read, ownNow)) ?? aheadMs
    if (Math.abs(aheadMs) > CLOCK_SKEW_MAX_MS && Math.abs(was) <= CLOCK_SKEW_MAX_MS)
      logger.error(
        { aheadMs: Math.round(aheadMs) },
        "this machine's clock is off by the database's: not ready",
      )
  }
  const timer = setInterval(() => {
    measure().catch((err: unknown) => logger.warn({ err }, 'the clocks could not be compared'))
  }, MEASURE_EVERY_MS)
  timer.unref()
  return {
    now: () => new Date(ownNow() - aheadMs),
    aheadMs: () => aheadMs,
    stop: () => clearInterval(timer),
  }
}
