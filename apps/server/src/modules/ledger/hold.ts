import type { VaultIndex } from '@dr/protocol/token-table'
import type { Token } from '@dr/protocol/tokens'
import type { Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { JournalReason } from './journal-reasons.ts'
import { type PostedJournal, type Provenance, posting, postJournal } from './post-journal.ts'

export interface NewHold {
  /** UUID of the order, which has one hold. */
  readonly orderId: string
  readonly userId: UserId
  readonly vault: VaultIndex
  readonly token: Token
  /** Base units, above zero. */
  readonly amount: bigint
  readonly reason: JournalReason
  readonly at: Date
  readonly source: Provenance
}

/**
 * Holds money for an order: available → held, under the key `order:<id>:hold`. Throws `AppError`
 * LEDGER_BALANCE_TOO_LOW (1015). Idempotent for the same content.
 */
export const hold = async (tx: Tx, order: NewHold): Promise<PostedJournal> => {
  const { orderId, userId, vault, token, amount, reason, at, source } = order
  const from = { kind: 'user-available', userId } as const
  const to = { kind: 'user-held', userId } as const
  const posted = await postJournal(tx, {
    key: `order:${orderId}:hold`,
    reason,
    at,
    source,
    postings: [posting({ vault, token, from, to, amount })],
  })
  if (!posted.replayed) {
    await tx.query({
      name: 'hold_insert',
      text: 'INSERT INTO hold (order_id, user_id, vault, token, amount, journal_id) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [orderId, userId, vault, token, amount, posted.journalId],
    })
  }
  return posted
}
