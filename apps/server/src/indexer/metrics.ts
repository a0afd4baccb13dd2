import { Counter } from 'prom-client'
import { createLeaderGauge } from '../platform/gauges/leader-gauges.ts'
import { oncePerRegistry } from '../platform/metrics.ts'
import { ENDPOINT_ERRORS, EndpointsDisagreeError, NumbersDisagreeError } from './errors.ts'

/**
 * The indexer's metrics. Counters start at zero with the known labels, so that an alarm sees the first
 * increment.
 */
export const indexerMetrics = oncePerRegistry((registry) => {
  const registers = [registry]
  const gauge = (name: string, help: string) => createLeaderGauge(registry, 'indexer', { name, help })
  const errors = new Counter({
    name: 'indexer_errors_total',
    help: 'Failed attempts, tried again',
    labelNames: ['error'] as const,
    registers,
  })
  for (const error of [EndpointsDisagreeError.name, NumbersDisagreeError.name, ...ENDPOINT_ERRORS])
    errors.inc({ error }, 0)
  return {
    block: gauge('indexer_block_number', 'Last finalized block processed'),
    finalized: gauge('indexer_finalized_block_number', 'Last block the chain calls finalized'),
    blockTime: gauge('indexer_block_timestamp_seconds', 'Time of the last block processed'),
    rangeBlocks: gauge('indexer_range_blocks', 'Blocks asked for at once'),
    endpointUsable: createLeaderGauge(registry, 'indexer', {
      name: 'indexer_endpoint_usable',
      help: '1: this RPC endpoint is used; 0: it is left out, which is an alarm',
      labelNames: ['endpoint'] as const,
    }),
    endpointLag: createLeaderGauge(registry, 'indexer', {
      name: 'indexer_endpoint_lag_seconds',
      help: 'How much older the newest final block of this RPC endpoint is than that of the best one',
      labelNames: ['endpoint'] as const,
    }),
    endpointLeftOut: new Counter({
      name: 'indexer_endpoint_left_out_total',
      help: 'How often an RPC endpoint was left out, by what was wrong',
      labelNames: ['endpoint', 'error'] as const,
      registers,
    }),
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
    errors,
  }
})
