import { BROKER_VARIABLE, startBroker } from './postgres-broker.ts'

/**
 * Vitest's global setup: once a run, before the workers. PostgreSQL starts with the first test that needs
 * it.
 */
export default async (): Promise<() => Promise<void>> => {
  const broker = await startBroker()
  process.env[BROKER_VARIABLE] = broker.url
  return broker.stop
}
