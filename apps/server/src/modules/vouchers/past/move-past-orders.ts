import { mayArchive } from '../../../platform/archive-from.ts'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import { analyzeIfGrown } from '../../../platform/database/analyze-if-grown.ts'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { uuidV7 } from '../issue/order-id.rules.ts'
import { COLUMNS } from '../order-row.ts'
import { type EndedRow, encodeOrder } from './order-body.rules.ts'

/** After its end, by the chain's time. */
const HOT_DAYS = 30
/** Compressing one is a third of a millisecond of this thread. */
const BATCH = 100
const NO_RANDOM = new Uint8Array(10)

/*
 * By id, which begins with the time it was made: what is oldest is at one end of the key. An order that
 * ended is needed once more if an event of its contract waits in suspense: then none of that contract's
 * moves.
 */
const DUE = `SELECT ${COLUMNS.join()}, resolved_at FROM voucher_order o
  WHERE id < $1::uuid AND status <> 'open' AND resolved_at < $2
    AND NOT EXISTS (SELECT FROM suspense_event s WHERE s.resolved_at IS NULL AND s.address = o.contract)
  ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`

const moveBatch = async (tx: Tx): Promise<number> => {
  const { at } = await chainNow(tx)
  const before = new Date(at.getTime() - HOT_DAYS * DAY_MS)
  const { rows } = await tx.query<EndedRow>({
    name: 'voucher_past_due',
    text: DUE,
    values: [uuidV7(before.getTime(), NO_RANDOM), before, BATCH],
  })
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await tx.query({
    name: 'voucher_past_insert',
    text: `INSERT INTO voucher_order_past (id, seq, user_id, kind, contract, body)
      SELECT id, seq, user_id, kind, decode(substr(contract, 3), 'hex'), decode(body, 'hex')
      FROM voucher_order JOIN unnest($1::uuid[], $2::text[]) AS past (id, body) USING (id)`,
    values: [ids, rows.map((row) => Buffer.from(encodeOrder(row)).toString('hex'))],
  })
  await tx.query({
    name: 'voucher_past_delete',
    text: 'DELETE FROM voucher_order WHERE id = ANY($1::uuid[])',
    values: [ids],
  })
  await analyzeIfGrown(tx, 'voucher_order_past')
  return rows.length
}

/**
 * Moves orders that ended a month ago to `voucher_order_past`, in transactions of 100. A tick; idempotent.
 * An open order, whatever its age, stays.
 */
export const movePastOrders = async (database: Database, signal: AbortSignal): Promise<void> => {
  if (!(await mayArchive(database.read))) return
  let moved: number
  do {
    moved = await database.transaction(moveBatch)
  } while (moved === BATCH && !signal.aborted)
}
