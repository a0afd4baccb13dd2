import { Gauge, type Registry } from 'prom-client'
import { oncePerRegistry } from './metrics.ts'

/** What one process of all does at a time. */
export type LeaderName = 'indexer' | 'worker'

const gaugesOf = oncePerRegistry(() => new Map<LeaderName, { remove(): void }[]>())

/**
 * A gauge of what the leader alone knows: it has no value in a process that does not lead, neither before nor after, so
 * that an old figure never stands beside the new leader's.
 */
export const createLeaderGauge = <Label extends string = never>(
  registry: Registry,
  leader: LeaderName,
  { name, help, labelNames = [] }: { name: string; help: string; labelNames?: readonly Label[] },
): Gauge<Label> => {
  const gauge = new Gauge<Label>({ name, help, labelNames: [...labelNames], registers: [registry] })
  // `reset` leaves a 0 behind where there are no labels.
  const remove = () => (labelNames.length === 0 ? gauge.remove() : gauge.reset())
  remove()
  const gauges = gaugesOf(registry)
  gauges.set(leader, [...(gauges.get(leader) ?? []), { remove }])
  return gauge
}

/** The process no longer leads. */
export const clearLeaderGauges = (registry: Registry, leader: LeaderName): void => {
  for (const { remove } of gaugesOf(registry).get(leader) ?? []) remove()
}
