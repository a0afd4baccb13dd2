import {
  type AccountCode,
  account,
  type NewJournal,
  type PostedJournal,
  type Posting,
  postJournal,
} from '../../src/modules/ledger/index.ts'
import type { Tx } from '../../src/platform/database/database.ts'
import type { UserId } from '../../src/platform/ids.ts'

declare module '../../src/modules/ledger/journal-reasons.ts' {
  interface DeclaredJournals {
    [ofTests: `test.${string}`]: 'keeps-rows'
  }
}

export const alice = 1 as UserId
export const bob = 2 as UserId

export const at = new Date('2026-03-02T00:00:00Z')

export const chain = account({ vault: 0, token: 'DR', kind: 'chain' })
export const pool = account({ vault: 0, token: 'DR', kind: 'emission-pool' })
export const available = (userId: UserId): AccountCode =>
  account({ vault: 0, token: 'DR', kind: 'user-available', userId })

export const move = (from: AccountCode, to: AccountCode, amount: bigint): Posting => ({
  from,
  to,
  amount,
})

export const post = (
  tx: Tx,
  key: string,
  postings: readonly Posting[],
  more: Partial<NewJournal> = {},
): Promise<PostedJournal> =>
  postJournal(tx, { key, reason: 'test.move', at, source: { kind: 'test' }, postings, ...more })

/** Credits DR to a user's account as in production: released to the pool, then collected. */
export const fund = async (tx: Tx, userId: UserId, amount: bigint): Promise<void> => {
  await post(tx, `fund:${userId}:release`, [move(chain, pool, amount)])
  await post(tx, `fund:${userId}:collect`, [move(pool, available(userId), amount)])
}

/** Error of an overdraft of a user's account. */
export const tooLow = { error: 'LEDGER_BALANCE_TOO_LOW', code: 1015, retryable: false }
