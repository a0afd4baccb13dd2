import { Gauge, type Registry } from 'prom-client'
import type { Connections, Database } from '../platform/database/database.ts'

/** The pool of connections to PostgreSQL, when the metrics are requested; no value on PGlite. */
export const showConnections = ({
  database,
  registry,
}: {
  readonly database: Pick<Database, 'connections'>
  readonly registry: Registry
}): void => {
  const gauge = (name: string, help: string, figure: keyof Connections) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const connections = database.connections()
        if (connections) this.set(connections[figure])
        else this.remove()
      },
    })
  gauge('database_connections_open', 'Connections of this process to PostgreSQL', 'open')
  gauge('database_connections_idle', 'Those that nothing uses at this moment', 'idle')
  gauge(
    'database_connections_waiting',
    'Callers that wait for a connection; more than 0 for a minute is an alarm',
    'waiting',
  )
}
