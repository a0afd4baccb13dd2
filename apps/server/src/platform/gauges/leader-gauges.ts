import { Gauge, type Registry } from 'prom-client'
import { oncePerRegistry } from '../metrics.ts'

/** Roles that one process at a time leads. */
export type LeaderName = 'indexer' | 'worker'

const gaugesOf = oncePerRegistry(() => new Map<LeaderName, { remove(): void }[]>())

/**
 * A gauge that only the leader sets: it has no value in other processes, so that an old value is never shown
 * beside the new leader's.
 */
export const createLeaderGauge = <Label extends string = never>(
  registry: Registry,
  leader: LeaderName,
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly Label[] },
): Gauge<Label> => {
  const gauge = new Gauge<Label>({ name, help, labelNames: [...labelNames], registers: [registry] })
  // Without labels `reset` would leave the value 0.
  const remove = () => (labelNames.length === 0 ? gauge.remove() : gauge.reset())
  remove()
  const gauges = gaugesOf(registry)
  gauges.set(leader, [...(gauges.get(leader) ?? []), { remove }])
  return gauge
}

/** Removes the gauges of a process that no longer leads. */
export const clearLeaderGauges = (registry: Registry, leader: LeaderName): void => {
  for (const { remove } of gaugesOf(registry).get(leader) ?? []) remove()
}
