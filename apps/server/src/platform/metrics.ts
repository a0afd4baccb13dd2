import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * Creates the registry of a process, passed to everything that counts. `defaults`: includes Node's own
 * metrics (once for each process).
 */
export const createRegistry = ({ defaults = true }: { defaults?: boolean } = {}): Registry => {
  const registry = new Registry()
  if (defaults) collectDefaultMetrics({ register: registry })
  return registry
}

export type { Registry }

/**
 * Returns the same metrics for the same registry: a component that restarts continues to count, and registers
 * nothing twice.
 */
export const oncePerRegistry = <Metrics>(
  create: (registry: Registry) => Metrics,
): ((registry: Registry) => Metrics) => {
  const made = new WeakMap<Registry, Metrics>()
  return (registry) => {
    const metrics = made.get(registry) ?? create(registry)
    made.set(registry, metrics)
    return metrics
  }
}
