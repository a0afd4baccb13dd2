import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { standardOutput } from './log-stream.ts'
import { readBuildInfo } from './programs/build-info.ts'

const showBuild = (registry: Registry): void => {
  const { version, revision } = readBuildInfo()
  new Gauge({
    name: 'build_info',
    help: 'Always 1; which version this process runs is in its labels',
    labelNames: ['version', 'revision'] as const,
    registers: [registry],
  }).set({ version, revision }, 1)
}

const showLostLines = (registry: Registry): void => {
  new Counter({
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that could not be written: a full volume, a reader that hangs',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(standardOutput.dropped())
    },
  })
}

/**
 * Creates the registry of a process, passed to everything that counts. `defaults`: includes Node's own
 * metrics (once for each process).
 */
export const createRegistry = ({ defaults = true }: { defaults?: boolean } = {}): Registry => {
  const registry = new Registry()
  showBuild(registry)
  showLostLines(registry)
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
