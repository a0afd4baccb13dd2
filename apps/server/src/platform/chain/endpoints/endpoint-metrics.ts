import { Gauge, type Registry } from 'prom-client'
import { readForMetrics } from '../../gauges/read-for-metrics.ts'
import { type HeadBook, TROUBLES } from './head-book.ts'
import type { NewestBlockReader } from './newest-block.ts'

/** Metrics of this process about its RPC endpoints, computed when they are requested. */
export const showEndpoints = (
  registry: Registry,
  { book, reader }: { readonly book: HeadBook; readonly reader: NewestBlockReader },
): void => {
  const look = readForMetrics(() => reader.look())
  const labelNames = ['endpoint'] as const
  new Gauge({
    name: 'rpc_endpoint_usable',
    help: '1: this process asks this RPC endpoint; 0: it leaves it out, or asks it last, which is an alarm',
    labelNames,
    registers: [registry],
    async collect() {
      await look()
      for (const [endpoint, trouble] of book.troubles()) this.set({ endpoint }, trouble ? 0 : 1)
    },
  })
  new Gauge({
    name: 'rpc_endpoint_trouble',
    help: '1: why this process leaves an RPC endpoint out',
    labelNames: ['endpoint', 'trouble'] as const,
    registers: [registry],
    async collect() {
      await look()
      for (const [endpoint, found] of book.troubles())
        for (const trouble of TROUBLES) this.set({ endpoint, trouble }, trouble === found ? 1 : 0)
    },
  })
  new Gauge({
    name: 'rpc_endpoint_behind_blocks',
    help: 'How many blocks the newest of this RPC endpoint is behind the newest that any of them knows',
    labelNames,
    registers: [registry],
    async collect() {
      await look()
      this.reset()
      for (const [endpoint, blocks] of book.lags()) this.set({ endpoint }, Number(blocks))
    },
  })
}
