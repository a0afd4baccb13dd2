/** Amounts that open swap vouchers may still take out of the inventory. */

import { byToken, SWAP_TOKENS, type SwapToken } from '@dr/protocol/tokens'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { Promised } from './available.rules.ts'

/** Locks the inventory until this transaction ends: two quotes must not promise the same amount. */
export const lockInventory = async (tx: Tx): Promise<void> => {
  await tx.query({
    name: 'swap_lock_inventory',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('swap-inventory', 0))`,
  })
}

/**
 * Sums, over accounts and nonces, of the largest output of each token and the largest fee, since only one
 * voucher of a nonce can be used. `now`: the newest block's time, so that expired vouchers are left out even
 * when the indexer is behind. `except`: the group that a new voucher belongs to.
 */
export const promised = async (
  reader: Reader,
  {
    now,
    except,
  }: { readonly now: bigint; readonly except?: { readonly account: LowerHex; readonly nonce: bigint } },
): Promise<Promised> => {
  const { rows } = await reader.query<{ token: SwapToken; outputs: bigint; fees: bigint }>({
    name: 'swap_promised',
    text: `SELECT output_token AS token, sum(output) AS outputs, sum(fee) AS fees FROM (
        SELECT output_token, max(output_amount) AS output, max(usdt_for_fee) AS fee FROM swap_promise
        WHERE deadline >= $1 AND ($2::text IS NULL OR account <> $2 OR nonce <> $3::bigint)
        GROUP BY account, nonce, output_token
      ) g GROUP BY output_token`,
    values: [now, except?.account ?? null, except?.nonce ?? null],
  })
  const found = new Map(rows.map(({ token, outputs }) => [token, outputs]))
  return {
    outputs: byToken(SWAP_TOKENS, (token) => found.get(token) ?? 0n),
    usdtForFees: rows.reduce((sum, { fees }) => sum + fees, 0n),
  }
}

export const insertPromise = async (
  tx: Tx,
  promise: {
    readonly orderId: string
    readonly account: LowerHex
    readonly nonce: bigint
    readonly deadline: bigint
    readonly outputToken: SwapToken
    readonly outputAmount: bigint
    readonly usdtForFee: bigint
  },
): Promise<void> => {
  const { orderId, account, nonce, deadline, outputToken, outputAmount, usdtForFee } = promise
  await tx.query({
    name: 'swap_promise_insert',
    text: `INSERT INTO swap_promise (order_id, account, nonce, deadline, output_token, output_amount, usdt_for_fee)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [orderId, account, nonce, deadline, outputToken, outputAmount, usdtForFee],
  })
}

/** Removes the promise of an ended order, used or not. */
export const dropPromise = async (tx: Tx, orderId: string): Promise<void> => {
  await tx.query({
    name: 'swap_promise_drop',
    text: 'DELETE FROM swap_promise WHERE order_id = $1',
    values: [orderId],
  })
}
