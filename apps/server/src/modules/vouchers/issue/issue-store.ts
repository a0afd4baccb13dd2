/** Statements for many vouchers at once: the accounts' state before signing, and the insertion of orders. */

import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { arrayLiteral } from '../../../platform/database/array-literal.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { Order } from '../order.ts'
import { COLUMNS, type OrderRow, readableOrders, storedDetails } from '../order-row.ts'
import { announceOrders } from '../store.ts'

/**
 * A voucher's account, contract (lower case) and nonce, and the key of its request; null if it is never
 * reused.
 */
export interface StateRequest {
  readonly account: LowerHex
  readonly contract: LowerHex
  readonly nonce: bigint
  readonly requestKey: string | null
}

/** An open order. `same` is set if it is of the same request. */
export interface OpenOrder {
  /** Unix seconds. */
  readonly deadline: bigint
  readonly same: Order | undefined
}

export interface AccountState {
  /** The account's last order id on the contract. */
  readonly last: string | undefined
  /** Open orders on the nonce, oldest first. */
  readonly open: readonly OpenOrder[]
}

/**
 * Makes other quotes of the accounts wait until this transaction ends; locked in order of address, against
 * deadlocks. Later statements see the state after the wait.
 */
export const lockAccounts = async (tx: Tx, accounts: readonly LowerHex[]): Promise<void> => {
  await tx.query({
    name: 'voucher_lock_accounts',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('voucher:' || account, 0))
      FROM (SELECT DISTINCT account FROM unnest($1::text[]) AS t (account) ORDER BY account) AS t`,
    values: [arrayLiteral(accounts)],
  })
}

interface StateRow extends OrderRow {
  place: bigint
  last_id: string | null
  open_deadline: bigint | null
}

/**
 * Each account's orders are looked up separately (OFFSET 0 prevents another join order): by PostgreSQL's
 * statistics almost none are open, as is true without load, and it would read all open ones for every batch.
 */
const STATES = `SELECT t.place, l.id AS last_id, o.deadline AS open_deadline,
    ${COLUMNS.map((column) => `same.${column}`).join()}
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) WITH ORDINALITY
    AS t (account, contract, nonce, request_key, place)
  LEFT JOIN LATERAL (SELECT id FROM voucher_order
    WHERE account = t.account AND contract = t.contract ORDER BY id DESC LIMIT 1) l ON true
  LEFT JOIN LATERAL (SELECT id, seq, deadline, request_key FROM voucher_order
    WHERE account = t.account AND contract = t.contract AND nonce = t.nonce AND status = 'open' OFFSET 0) o ON true
  LEFT JOIN voucher_order same ON same.id = CASE WHEN o.request_key = t.request_key THEN o.id END
  ORDER BY t.place, o.seq`

/** The state of each account on its contract, in the order of the requests. */
export const statesOf = async (
  tx: Tx,
  logger: Pick<Logger, 'error'>,
  requests: readonly StateRequest[],
): Promise<readonly AccountState[]> => {
  const { rows } = await tx.query<StateRow>({
    name: 'voucher_states',
    text: STATES,
    values: [
      arrayLiteral(requests.map(({ account }) => account)),
      arrayLiteral(requests.map(({ contract }) => contract)),
      arrayLiteral(requests.map(({ nonce }) => nonce)),
      requests.map(({ requestKey }) => requestKey),
    ],
  })
  const byPlace = Map.groupBy(rows, ({ place }) => Number(place))
  return requests.map((_, index) => {
    const own = byPlace.get(index + 1) ?? []
    return {
      last: own[0]?.last_id ?? undefined,
      open: own.flatMap((row) =>
        row.open_deadline === null
          ? []
          : [
              {
                deadline: row.open_deadline,
                same: row.id === null ? undefined : readableOrders([row], logger)[0],
              },
            ],
      ),
    }
  })
}

type WithoutEnd<One> = One extends Order
  ? Omit<One, 'seq' | 'status' | 'txHash' | 'blockNumber' | 'createdAt'>
  : never
export type NewOrder = WithoutEnd<Order> & { readonly requestKey: string | null }

/** Inserts orders, created at the chain's time. Skips those whose digest exists. */
export const insertOrders = async (
  tx: Tx,
  orders: readonly NewOrder[],
): Promise<ReadonlyMap<string, Order>> => {
  const texts = (read: (order: NewOrder) => string | null) => orders.map(read)
  const plain = (read: (order: NewOrder) => Hex | bigint | number) => arrayLiteral(orders.map(read))
  const { rows } = await tx.query<{ id: string; seq: bigint; created_at: Date }>({
    name: 'vouchers_insert',
    text: `INSERT INTO voucher_order (id, kind, user_id, account, contract, nonce, deadline, digest, request_key,
        typed_data, signature, prices, outgoing, incoming, remaining, details, issued_at_block, created_at)
      SELECT o.id::uuid, kind, user_id, account, contract, nonce, deadline, digest, request_key, typed_data::json,
        signature, prices::json, outgoing::json, incoming::json, remaining, details::jsonb, issued_at_block,
        to_timestamp(block_timestamp)
      FROM chain_clock, unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::integer[],
        $16::text[], $17::bigint[]) AS o (id, kind, user_id, account, contract, nonce, deadline, digest, request_key,
        typed_data, signature, prices, outgoing, incoming, remaining, details, issued_at_block)
      ON CONFLICT (digest) DO NOTHING RETURNING id, seq, created_at`,
    values: [
      texts(({ id }) => id),
      texts(({ kind }) => kind),
      plain(({ userId }) => userId),
      plain(({ account }) => account),
      plain(({ contract }) => contract),
      plain(({ nonce }) => nonce),
      plain(({ deadline }) => deadline),
      plain(({ digest }) => digest),
      texts(({ requestKey }) => requestKey),
      texts(({ typedData }) => JSON.stringify(typedData)),
      plain(({ signature }) => signature),
      texts(({ prices }) => JSON.stringify(prices)),
      texts(({ outgoing }) => JSON.stringify(outgoing)),
      texts(({ incoming }) => JSON.stringify(incoming)),
      plain(({ remaining }) => remaining),
      texts(({ details }) => JSON.stringify(storedDetails(details))),
      plain(({ issuedAtBlock }) => issuedAtBlock),
    ],
  })
  await announceOrders(tx, orders)
  const kept = new Map(rows.map(({ id, seq, created_at: createdAt }) => [id, { seq, createdAt }]))
  return new Map(
    orders.flatMap(({ requestKey: _, ...order }) => {
      const row = kept.get(order.id)
      return row
        ? [[order.id, { ...order, ...row, status: 'open', txHash: null, blockNumber: null } as const]]
        : []
    }),
  )
}
