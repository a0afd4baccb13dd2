/** Rows of many vouchers at once: what is read before they are signed, and how they are kept. */
import type { Tx } from '../../platform/database/database.ts'
import type { Order } from './order.ts'
import { COLUMNS, type OrderRow, orderOf } from './repository.ts'

type Hex = `0x${string}`

/** Whose vouchers, on which contract and nonce. Lower case. */
export interface Target {
  readonly account: Hex
  readonly contract: Hex
  readonly nonce: bigint
}

export type OpenOrder = Order & { readonly requestKey: string | null }

const keyOf = ({ account, contract }: Pick<Target, 'account' | 'contract'>): string =>
  `${account}:${contract}`

/**
 * Keeps the accounts' other quotes waiting until this transaction ends, in the order of their addresses, so that nobody
 * waits in a ring; each one's last order id on its contract.
 */
export const lockAccounts = async (
  tx: Tx,
  targets: readonly Target[],
): Promise<(target: Target) => string | undefined> => {
  const { rows } = await tx.query<{ account: Hex; contract: Hex; id: string | null }>({
    name: 'voucher_lock_accounts',
    text: `SELECT account, contract, lock_vouchers(account, contract) AS id
      FROM (SELECT account, contract FROM unnest($1::text[], $2::text[]) AS t (account, contract) ORDER BY 1, 2) AS t`,
    values: [targets.map(({ account }) => account), targets.map(({ contract }) => contract)],
  })
  const last = new Map(rows.map((row) => [keyOf(row), row.id]))
  return (target) => last.get(keyOf(target)) ?? undefined
}

/** Open orders of each account on its contract and nonce, oldest first. */
export const openOrdersOfAll = async (
  tx: Tx,
  targets: readonly Target[],
): Promise<(target: Target) => readonly OpenOrder[]> => {
  const { rows } = await tx.query<OrderRow & { request_key: string | null }>({
    name: 'voucher_open_of_accounts',
    text: `SELECT ${COLUMNS.map((column) => `o.${column}`).join()}, o.request_key
      FROM unnest($1::text[], $2::text[], $3::bigint[]) AS t (account, contract, nonce)
      JOIN voucher_order o ON o.account = t.account AND o.contract = t.contract AND o.nonce = t.nonce
      WHERE o.status = 'open' ORDER BY o.seq`,
    values: [
      targets.map(({ account }) => account),
      targets.map(({ contract }) => contract),
      targets.map(({ nonce }) => nonce),
    ],
  })
  const open = Map.groupBy(
    rows.map((row) => ({ ...orderOf(row), requestKey: row.request_key })),
    keyOf,
  )
  return (target) => open.get(keyOf(target)) ?? []
}

export type NewOrder = Omit<Order, 'seq' | 'status' | 'txHash' | 'blockNumber' | 'createdAt'> & {
  readonly requestKey: string | null
}

/** Keeps orders, made at the chain's time. Those whose digest another order has are left out. */
export const insertOrders = async (
  tx: Tx,
  orders: readonly NewOrder[],
): Promise<ReadonlyMap<string, Order>> => {
  const column = <T>(read: (order: NewOrder) => T): T[] => orders.map((order) => read(order))
  const { rows } = await tx.query<{ id: string; seq: bigint; created_at: Date }>({
    name: 'vouchers_insert',
    text: `INSERT INTO voucher_order (id, kind, user_id, account, contract, nonce, deadline, digest, request_key,
        typed_data, signature, prices, outgoing, incoming, remaining, details, issued_at_block, created_at)
      SELECT o.id::uuid, kind, user_id, account, contract, nonce, deadline, digest, request_key, typed_data::jsonb,
        signature, prices::jsonb, outgoing::jsonb, incoming::jsonb, remaining, details::jsonb, issued_at_block,
        to_timestamp(block_timestamp)
      FROM chain_clock, unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::bigint[],
        $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::integer[],
        $16::text[], $17::bigint[]) AS o (id, kind, user_id, account, contract, nonce, deadline, digest, request_key,
        typed_data, signature, prices, outgoing, incoming, remaining, details, issued_at_block)
      ON CONFLICT (digest) DO NOTHING RETURNING id, seq, created_at`,
    values: [
      ...[column(({ id }) => id), column(({ kind }) => kind), column(({ userId }) => userId)],
      ...[column(({ account }) => account), column(({ contract }) => contract)],
      ...[column(({ nonce }) => nonce), column(({ deadline }) => deadline), column(({ digest }) => digest)],
      ...[column(({ requestKey }) => requestKey), column(({ typedData }) => JSON.stringify(typedData))],
      ...[column(({ signature }) => signature), column(({ prices }) => JSON.stringify(prices))],
      ...[column(({ outgoing }) => JSON.stringify(outgoing))],
      ...[column(({ incoming }) => JSON.stringify(incoming)), column(({ remaining }) => remaining)],
      ...[column(({ details }) => JSON.stringify(details)), column(({ issuedAtBlock }) => issuedAtBlock)],
    ],
  })
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
