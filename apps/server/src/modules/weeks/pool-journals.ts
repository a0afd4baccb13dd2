/** Journals of the weekly pools. */
import { PAYOUT_TOKENS, type PayoutToken } from '@dr/protocol/tokens'
import { type AccountOf, type Posting, posting } from '../ledger/index.ts'
import { NO_PAYOUT, type Payout } from './payout.rules.ts'
import type { PoolNames } from './weekly-pool.ts'

interface Move {
  readonly vault: 1 | 2
  readonly from: AccountOf
  readonly to: AccountOf
}

/** A posting for each token with an amount above zero. */
export const payoutPostings = ({ amount, ...move }: Move & { readonly amount: Payout }): Posting[] =>
  PAYOUT_TOKENS.filter((token) => amount[token] > 0n).map((token) =>
    posting({ ...move, token, amount: amount[token] }),
  )

/** Postings of money that reached a vault for its pool. */
export const incomePostings = (
  { vault, account: kind }: Pick<PoolNames, 'vault' | 'account'>,
  { token, amount }: { readonly token: PayoutToken; readonly amount: bigint },
): Posting[] =>
  payoutPostings({
    vault,
    from: { kind: 'chain' },
    to: { kind },
    amount: { ...NO_PAYOUT, [token]: amount },
  })
