import { Gauge, type Registry } from 'prom-client'
import type { Connections, Database } from '../platform/database/database.ts'

/** The pool of connections to PostgreSQL, at the moment the figures are asked for. */
export const showConnections = ({
  database,
  registry,
}: {
  readonly database: Pick<Database, 'connections'>
  readonly registry: Registry
}): void => {
  if (!database.connections()) return
  const gauge = (name: string, help: string, figure: keyof Connections) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(database.connections()?.[figure] ?? 0)
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
