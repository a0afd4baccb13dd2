import type { Tx } from '../../platform/database/database.ts'
import type { EventLog } from '../event-log.ts'

const ERROR_LENGTH_MAX = 2_000

/** Stores an event that could not be posted, once, for a person to look into. */
export const suspendEvent = async (
  tx: Tx,
  input: {
    readonly chainId: number
    readonly handler: string
    readonly log: EventLog & { readonly blockTimestamp: bigint }
    readonly error: unknown
  },
): Promise<void> => {
  const { chainId, handler, log, error } = input
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  await tx.query({
    name: 'suspend_event',
    text: `INSERT INTO suspense_event (chain_id, block_number, block_hash, block_timestamp, tx_hash, log_index,
        address, handler, topics, data, error)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      ON CONFLICT (chain_id, tx_hash, log_index, handler) DO NOTHING`,
    values: [
      chainId,
      log.blockNumber,
      log.blockHash,
      log.blockTimestamp,
      log.txHash,
      log.logIndex,
      log.address,
      handler,
      JSON.stringify(log.topics),
      log.data,
      text.slice(0, ERROR_LENGTH_MAX),
    ],
  })
}
