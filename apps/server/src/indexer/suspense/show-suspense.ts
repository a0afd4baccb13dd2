import { Gauge, type Registry } from 'prom-client'
import type { Database, Reader } from '../../platform/database/database.ts'
import { readForMetrics } from '../../platform/gauges/read-for-metrics.ts'
import { countFalseEvents, countSuspense } from './count-suspense.ts'

/**
 * Metrics read from a table when they are requested: in every process that indexes, leader or not, and the
 * same after a restart. No value while the database does not answer.
 */
export const showSuspense = ({ read }: Pick<Database, 'read'>, registry: Registry): void => {
  const show = (name: string, help: string, countOpen: (reader: Reader) => Promise<number>): void => {
    const count = readForMetrics(() => countOpen(read))
    new Gauge({
      name,
      help: `${help}; more than 0 is an alarm`,
      registers: [registry],
      async collect() {
        const open = await count()
        if (open === undefined) this.remove()
        else this.set(open)
      },
    })
  }
  show('suspense_open_events', 'Events in suspense that nothing has resolved yet', countSuspense)
  show(
    'false_events_open',
    'Events that were booked and that the chain has otherwise, not put right yet',
    countFalseEvents,
  )
}
