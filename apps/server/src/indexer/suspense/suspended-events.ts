import type { ChainEvent, EventHandler } from '../../platform/chain/chain-events.ts'
import type { Reader } from '../../platform/database/database.ts'
import { decodeEvent } from '../decode-event.ts'
import { logOf, SUSPENDED_COLUMNS, type SuspendedRow } from './repost-suspended.ts'

/** Events in suspense that a handler of this program decodes, in the order of the chain. */
export const suspendedEvents = async (
  reader: Reader,
  { chainId, handlers }: { readonly chainId: number; readonly handlers: readonly EventHandler[] },
): Promise<ChainEvent[]> => {
  const { rows } = await reader.query<SuspendedRow>({
    name: 'suspended_events',
    text: `SELECT ${SUSPENDED_COLUMNS} FROM suspense_event WHERE chain_id = $1 AND resolved_at IS NULL
      ORDER BY block_number, log_index, id`,
    values: [chainId],
  })
  return rows.flatMap((row) => {
    const handler = handlers.find(({ name, address }) => name === row.handler && address === row.address)
    return handler ? [decodeEvent(logOf(row), { handler, chainId })] : []
  })
}
