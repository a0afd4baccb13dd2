import { Counter } from 'prom-client'
import { createLeaderGauge } from '../platform/leader-gauges.ts'
import { oncePerRegistry } from '../platform/metrics.ts'

/** The indexer's figures. Alarms: `indexer_suspense_events_total` and `indexer_errors_total` rising, the lag growing. */
export const indexerMetrics = oncePerRegistry((registry) => {
  const registers = [registry]
  const gauge = (name: string, help: string) => createLeaderGauge(registry, 'indexer', { name, help })
  return {
    block: gauge('indexer_block_number', 'Last finalized block processed'),
    finalized: gauge('indexer_finalized_block_number', 'Last block the chain calls finalized'),
    blockTime: gauge('indexer_block_timestamp_seconds', 'Time of the last block processed'),
    rangeBlocks: gauge('indexer_range_blocks', 'Blocks asked for at once'),
    events: new Counter({
      name: 'indexer_events_total',
      help: 'Events handled',
      labelNames: ['handler'] as const,
      registers,
    }),
    suspense: new Counter({
      name: 'indexer_suspense_events_total',
      help: 'Events that no handler could process',
      labelNames: ['handler'] as const,
      registers,
    }),
    errors: new Counter({
      name: 'indexer_errors_total',
      help: 'Failed attempts, tried again',
      labelNames: ['error'] as const,
      registers,
    }),
  }
})
