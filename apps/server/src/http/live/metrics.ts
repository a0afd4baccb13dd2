import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { oncePerRegistry } from '../../platform/metrics.ts'
import type { StreamEnd } from './open-stream.ts'

const ENDS: readonly StreamEnd[] = ['closed', 'session', 'slow', 'not-listening', 'shutdown']

/** Metrics of live updates. Counters start at zero, so that an alarm sees the first increment. */
export const liveMetrics = oncePerRegistry((registry: Registry) => {
  const registers = [registry]
  const ended = new Counter({
    name: 'live_streams_ended_total',
    help: 'Streams that ended, by reason; slow: the client did not read, not-listening: no announcements from the database',
    labelNames: ['reason'] as const,
    registers,
  })
  for (const reason of ENDS) ended.inc({ reason }, 0)
  return {
    ended,
    streams: new Gauge({ name: 'live_streams', help: 'Open streams of live updates', registers }),
    refused: new Counter({
      name: 'live_streams_refused_total',
      help: 'Streams refused because this process has as many open as it may; not those of one session or address',
      registers,
    }),
    resyncs: new Counter({
      name: 'live_resyncs_total',
      help: 'Streams whose app has to ask for everything again, since something was missed',
      registers,
    }),
    listening: new Gauge({
      name: 'live_listening',
      help: '1 while this process receives announcements from the database; 0 for a minute is an alarm',
      registers,
    }),
    lag: new Histogram({
      name: 'live_lag_seconds',
      help: 'Time from a commit to its messages on all streams of this process (a block alone may be held longer), by the clocks of database and host',
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
  }
})
