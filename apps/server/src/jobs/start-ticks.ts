import { Cron } from 'croner'
import type { Logger } from 'pino'
import { Counter, Histogram, type Registry } from 'prom-client'
import { isRetryable } from '../platform/errors.ts'
import { oncePerRegistry } from '../platform/metrics.ts'
import type { Tick } from '../platform/tick.ts'

export interface TickRunner {
  /** Starts no new runs, aborts the running ones, and waits for them. */
  stop(): Promise<void>
}

const tickMetrics = oncePerRegistry((registry) => ({
  duration: new Histogram({
    name: 'tick_duration_seconds',
    help: 'Time a tick took',
    labelNames: ['tick'] as const,
    buckets: [0.001, 0.01, 0.1, 1, 10, 60],
    registers: [registry],
  }),
  failures: new Counter({
    name: 'tick_failures_total',
    help: 'Ticks that threw; the next one makes up for it',
    labelNames: ['tick'] as const,
    registers: [registry],
  }),
}))

/**
 * Shows a count of failures of zero for each tick, so that an alarm sees the first one. Before leadership: a
 * tick's first run may fail before anything reads the figures.
 */
export const showTicks = (ticks: readonly Pick<Tick, 'name'>[], registry: Registry): void => {
  const { failures } = tickMetrics(registry)
  for (const { name } of ticks) failures.inc({ tick: name }, 0)
}

const EVERY_SECOND = '* * * * * *'

/** Every `schedule` seconds, or by the cron pattern (UTC). */
const scheduleOf = (schedule: Tick['schedule']): { pattern: string; interval?: number } =>
  typeof schedule === 'number' ? { pattern: EVERY_SECOND, interval: schedule } : { pattern: schedule }

/**
 * Runs each tick immediately and then on its schedule, never two runs of the same tick at once. An error is
 * logged and counted, and the next run catches up.
 */
export const startTicks = (input: {
  readonly ticks: readonly Tick[]
  readonly logger: Logger
  readonly registry: Registry
}): TickRunner => {
  const { ticks, logger, registry } = input
  const metrics = tickMetrics(registry)
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  const runOnce = async ({ name, run }: Tick): Promise<void> => {
    const end = metrics.duration.startTimer({ tick: name })
    try {
      await run(stopping.signal)
    } catch (error) {
      if (stopping.signal.aborted) return
      metrics.failures.inc({ tick: name })
      if (isRetryable(error)) logger.warn({ err: error, tick: name }, 'a tick could not run, and comes again')
      else logger.error({ err: error, tick: name }, 'a tick failed')
    } finally {
      end()
    }
  }

  const runAlone = (tick: Tick): void => {
    if (stopping.signal.aborted || running.has(tick.name)) return
    const run = runOnce(tick).finally(() => running.delete(tick.name))
    running.set(tick.name, run)
  }

  const schedules = ticks.map((tick) => {
    const { pattern, interval } = scheduleOf(tick.schedule)
    const options = { timezone: 'UTC', unref: true, ...(interval === undefined ? {} : { interval }) }
    return new Cron(pattern, options, () => runAlone(tick))
  })
  for (const tick of ticks) runAlone(tick)

  return {
    stop: async () => {
      stopping.abort()
      for (const schedule of schedules) schedule.stop()
      await Promise.all(running.values())
    },
  }
}
