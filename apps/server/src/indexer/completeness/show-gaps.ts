import { Gauge, type Registry } from 'prom-client'
import { type KeptNumber, readChainNumbers } from '../../platform/chain/chain-numbers.ts'
import type { Database } from '../../platform/database/database.ts'
import { readForMetrics } from '../../platform/gauges/read-for-metrics.ts'

const shown = new WeakSet<Registry>()

/**
 * `chain_number_booked`, `chain_number_gap` and `chain_number_agreed_block`, read from the table when the metrics are requested: in
 * every process that indexes or runs ticks, leader or not, until the events are booked. No values while the
 * database does not answer. Once for each registry: a process may do both.
 */
export const showGaps = (database: Pick<Database, 'read'>, registry: Registry): void => {
  if (shown.has(registry)) return
  shown.add(registry)
  const read = readForMetrics(() => readChainNumbers(database.read))
  const show = (name: string, help: string, amountOf: (number: KeptNumber) => bigint): void => {
    new Gauge({
      name,
      help,
      labelNames: ['number'],
      registers: [registry],
      async collect() {
        const numbers = await read()
        this.reset()
        for (const number of numbers ?? []) this.set({ number: number.name }, Number(amountOf(number)))
      },
    })
  }
  show(
    'chain_number_booked',
    'Sum of the booked events of a number of the chain: purchases, deposits, what vaults paid',
    ({ booked }) => booked,
  )
  show(
    'chain_number_gap',
    'What a number of the chain says more than the events booked add up to; other than 0 is an alarm',
    ({ gap }) => gap,
  )
  show(
    'chain_number_agreed_block',
    'Last block at which a number of the chain and the events booked agreed; 0: not compared yet',
    ({ agreed }) => agreed?.block ?? 0n,
  )
}
