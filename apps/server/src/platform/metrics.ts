import { collectDefaultMetrics, Registry } from 'prom-client'

/** One registry a process: handed to everything that counts. `defaults`: Node's own figures too (once a process). */
export const createRegistry = ({ defaults = true }: { defaults?: boolean } = {}): Registry => {
  const registry = new Registry()
  if (defaults) collectDefaultMetrics({ register: registry })
  return registry
}

export type { Registry }
