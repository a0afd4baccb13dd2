import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/database/database.ts'
import { readForMetrics } from '../../platform/gauges/read-for-metrics.ts'
import { countSuspense } from './count-suspense.ts'

/**
 * `suspense_open_events`, read from the table when the figures are asked for: in every process that indexes,
 * leader or not, and the same after a restart. Without a value while the database does not answer.
 */
export const showSuspense = (database: Pick<Database, 'read'>, registry: Registry): void => {
  const count = readForMetrics(() => countSuspense(database.read))
  new Gauge({
    name: 'suspense_open_events',
    help: 'Events in suspense that nothing has resolved yet; more than 0 is an alarm',
    registers: [registry],
    async collect() {
      const open = await count()
      if (open === undefined) this.remove()
      else this.set(open)
    },
  })
}
