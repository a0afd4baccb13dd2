import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * One registry a process: handed to everything that counts. `defaults`: Node's own figures too (once a
 * process).
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
