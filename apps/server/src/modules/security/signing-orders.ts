/**
 * Orders for a wallet to sign (ADR 0021), with a deadline, stored until their use deletes them. A signature
 * is valid for one order, so once; a user has at most three open orders.
 */

import { randomUUID } from 'node:crypto'
import type { SigningOrder } from '@dr/protocol/account-typed-data'
import { SIGNING_LIFETIME_MS } from '@dr/protocol/constants'
import { type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import type { VerifyDigest } from '../users/index.ts'

const OPEN_MAX = 3

export interface SigningTerms {
  readonly userId: UserId
  readonly kind: 'bind-email' | 'reset-password'
  /** The signed terms, beside order and deadline. */
  readonly terms: Readonly<Record<string, string | number>>
}

const refuse = (reason: string) => new AppError('SIGNATURE_INVALID', { details: { reason } })

export const openSigningOrder = async (
  database: Database,
  { userId, kind, terms }: SigningTerms,
  now: Date,
): Promise<SigningOrder> => {
  const orderId = randomUUID()
  const deadline = Math.floor((now.getTime() + SIGNING_LIFETIME_MS) / 1_000)
  await database.transaction(async (tx) => {
    await tx.query({
      name: 'security_open_signing_order',
      text: 'INSERT INTO signing_order (id, user_id, kind, terms, deadline) VALUES ($1, $2, $3, $4, $5)',
      values: [orderId, userId, kind, terms, new Date(deadline * 1_000)],
    })
    await tx.query({
      name: 'security_close_old_signing_orders',
      text: `DELETE FROM signing_order WHERE user_id = $1 AND kind = $2 AND id NOT IN (
        SELECT id FROM signing_order WHERE user_id = $1 AND kind = $2 ORDER BY deadline DESC, id = $3 DESC LIMIT $4)`,
      values: [userId, kind, orderId, OPEN_MAX],
    })
  })
  return { orderId, deadline }
}

const openOrders = async (reader: Reader, { userId, kind, terms }: SigningTerms, now: Date) => {
  const { rows } = await reader.query<{ id: string; deadline: Date }>({
    name: 'security_open_signing_orders',
    text: `SELECT id, deadline FROM signing_order
      WHERE user_id = $1 AND kind = $2 AND terms = $3::jsonb AND deadline > $4 ORDER BY deadline DESC`,
    values: [userId, kind, terms, now],
  })
  return rows.map(({ id, deadline }): SigningOrder => ({ orderId: id, deadline: deadline.getTime() / 1_000 }))
}

/**
 * The open order with these terms that `signature` signs. Throws 10007 if there is none (any more), or the
 * wallet has not signed it. Uses nothing up, and may ask the chain: call it outside a transaction.
 */
export const findSigned = async (
  { database, verify, now }: { database: Database; verify: VerifyDigest; now: Date },
  request: SigningTerms & {
    readonly address: LowerHex
    readonly signature: Hex
    readonly typedData: (order: SigningOrder) => unknown
  },
): Promise<{ readonly orderId: string }> => {
  const orders = await openOrders(database.read, request, now)
  if (orders.length === 0) throw refuse('no-open-order')
  for (const order of orders) {
    const digest = hashTypedData(request.typedData(order) as TypedDataDefinition)
    const { address, signature } = request
    if (await verify({ address, digest, signature })) return { orderId: order.orderId }
  }
  throw refuse('signature')
}

/** Deletes the order, in the transaction of the signed action: of two concurrent ones only one succeeds. */
export const useSigningOrder = async (tx: Tx, { orderId, now }: { orderId: string; now: Date }) => {
  const { rowCount } = await tx.query({
    name: 'security_use_signing_order',
    text: 'DELETE FROM signing_order WHERE id = $1 AND deadline > $2',
    values: [orderId, now],
  })
  if (rowCount !== 1) throw refuse('used')
}
