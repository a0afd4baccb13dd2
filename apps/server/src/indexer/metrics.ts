import { Counter, Gauge } from 'prom-client'
import { oncePerRegistry } from '../platform/metrics.ts'

/** The indexer's figures. Alarms: `indexer_suspense_events_total` and `indexer_errors_total` rising, the lag growing. */
export const indexerMetrics = oncePerRegistry((registry) => {
  const registers = [registry]
  return {
    block: new Gauge({ name: 'indexer_block_number', help: 'Last finalized block processed', registers }),
    finalized: new Gauge({
      name: 'indexer_finalized_block_number',
      help: 'Last block the chain calls finalized',
      registers,
    }),
    blockTime: new Gauge({
      name: 'indexer_block_timestamp_seconds',
      help: 'Time of the last block processed',
      registers,
    }),
    rangeBlocks: new Gauge({ name: 'indexer_range_blocks', help: 'Blocks asked for at once', registers }),
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
