import { weekOf } from '@dr/protocol/rules/weeks'
import { type ChainEvent, placeOf } from '../../../platform/chain/chain-events.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { maxBigInt } from '../../../platform/integers.ts'
import { type Activity, burnedActivity, recordActivity } from '../../activity/index.ts'
import type { Order, VouchersModule } from '../../vouchers/index.ts'
import { readPool } from './pool.ts'
import { FINE, INDEX_ONE } from './scaled-power.rules.ts'

export interface PodPowerBought {
  readonly account: LowerHex
  readonly nonce: bigint
  readonly digest: LowerHex
  readonly drAmount: bigint
  readonly USDRAmount: bigint
  readonly referrer: LowerHex
  readonly again: boolean
}

interface PurchaseRow {
  readonly event: ChainEvent<PodPowerBought>
  readonly order: Order
  readonly power: bigint
  readonly drPrice: bigint
  readonly week: bigint
}

/** A purchase burns DR and pledges the bought power at once; it earns from the next Monday. */
const activityOf = ({ event, order, power, drPrice }: PurchaseRow): Activity[] => {
  const common = { userId: order.userId, at: event.blockTimestamp }
  return [
    burnedActivity({ ...common, amount: event.args.drAmount, price: { price: drPrice.toString() } }),
    { ...common, kind: 'bought', amount: power },
    { ...common, kind: 'pledged', amount: power },
  ]
}

/**
 * Records final purchases of POD power: pledged from the end of their week. No journal: DR is burned, USDR
 * goes to the treasury, and a sale funds no reward. An event whose week was closed meanwhile (it was in
 * suspense) counts in the open one.
 */
export const recordPurchases = async (
  tx: Tx,
  { vouchers, firstWeek }: { readonly vouchers: VouchersModule; readonly firstWeek: bigint },
  events: readonly ChainEvent<PodPowerBought>[],
): Promise<void> => {
  const { week: open } = await readPool(tx, firstWeek)
  const rows: PurchaseRow[] = []
  for (const event of events) {
    const kind = event.args.again ? 'buy-pod-power-again' : 'buy-pod-power'
    const order = await vouchers.resolveByDigest(tx, { kind, event })
    const { power, drPrice } = order.details
    const week = maxBigInt(weekOf(event.blockTimestamp), open)
    rows.push({ event, order, power: BigInt(power), drPrice: BigInt(drPrice), week })
  }
  const column = <T>(pick: (row: PurchaseRow) => T): T[] => rows.map(pick)
  await tx.query({
    name: 'pod_purchases_record',
    text: `WITH bought AS (
        SELECT * FROM unnest($1::bigint[], $2::uuid[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[],
          $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::integer[], $12::text[], $13::text[], $14::bigint[])
          WITH ORDINALITY AS b (user_id, order_id, dr_amount, usdr_amount, power, dr_price, referrer, at, week,
            block_number, log_index, tx_hash, account, place, n)
      ), purchase AS (
        INSERT INTO pod_purchase (user_id, order_id, dr_amount, usdr_amount, power, dr_price, referrer, at, week,
            block_number, log_index, tx_hash)
          SELECT user_id, order_id, dr_amount, usdr_amount, power, dr_price, referrer, at, week, block_number, log_index,
            tx_hash FROM bought ORDER BY n
      ), holder AS (
        INSERT INTO pod_position (user_id, account, week, generation, shares, index_left, paid_usdt, paid_dr, accrued_usdt,
            accrued_dr, unpledged, credited_usdt, credited_dr)
          SELECT DISTINCT user_id, account, 0, 0, 0::numeric, $15::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric,
            0::numeric, 0::numeric, 0::numeric FROM bought
          ON CONFLICT (user_id) DO NOTHING
      ), total AS (
        INSERT INTO pod_week_total AS t (week, stripe, joining, leaving)
          SELECT week, 0, sum(power) * $16::numeric, 0 FROM bought GROUP BY week
          ON CONFLICT (week, stripe) DO UPDATE SET joining = t.joining + excluded.joining
      ), day AS (
        INSERT INTO pod_day_total AS d (day, power, dr_burned)
          SELECT (at / 86400)::integer, sum(power), sum(dr_amount) FROM bought GROUP BY 1
          ON CONFLICT (day) DO UPDATE SET power = d.power + excluded.power, dr_burned = d.dr_burned + excluded.dr_burned
      )
      INSERT INTO pod_growth AS g (week, user_id, bought, reached_at)
        SELECT week, user_id, sum(power), max(place) FROM bought GROUP BY week, user_id
        ON CONFLICT (week, user_id) DO UPDATE SET bought = g.bought + excluded.bought,
          reached_at = greatest(g.reached_at, excluded.reached_at)`,
    values: [
      column(({ order }) => order.userId),
      column(({ order }) => order.id),
      column(({ event }) => event.args.drAmount),
      column(({ event }) => event.args.USDRAmount),
      column(({ power }) => power),
      column(({ drPrice }) => drPrice),
      column(({ event }) => event.args.referrer),
      column(({ event }) => event.blockTimestamp),
      column(({ week }) => week),
      column(({ event }) => event.blockNumber),
      column(({ event }) => event.logIndex),
      column(({ event }) => event.txHash),
      column(({ event }) => event.args.account),
      column(({ event }) => placeOf(event)),
      INDEX_ONE,
      FINE,
    ],
  })
  await recordActivity(tx, rows.flatMap(activityOf))
}
