import { Gauge, type Registry } from 'prom-client'
import { readChainClock } from '../platform/chain/chain-clock.ts'
import type { WallClock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { readForMetrics } from '../platform/gauges/read-for-metrics.ts'

const MILLISECONDS = 1_000

/**
 * Lag of the chain's clock, read from the database when the metrics are requested: every process shows it, so
 * it exists without a leader. No value while the database does not answer, or no block has been processed.
 */
export const showChainClock = ({
  database,
  now,
  registry,
}: {
  readonly database: Pick<Database, 'read'>
  readonly now: WallClock
  readonly registry: Registry
}): void => {
  const clock = readForMetrics(() => readChainClock(database.read))
  new Gauge({
    name: 'chain_clock_lag_seconds',
    help: 'Age of the last finalized block that was processed; more than 60 is an alarm',
    registers: [registry],
    async collect() {
      const found = await clock()
      if (found) this.set((now().getTime() - found.at.getTime()) / MILLISECONDS)
      else this.remove()
    },
  })
}
