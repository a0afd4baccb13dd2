/** Journals of the weekly pools. */
import { base } from '@dr/protocol/amounts'
import type { UserId } from '../../platform/ids.ts'
import { account, type Posting, type PostingOf } from '../ledger/index.ts'
import { NO_PAYOUT, type Payout, type PayoutToken } from './payout.rules.ts'
import type { PoolNames } from './weekly-pool.ts'

/** An account of one vault, in whichever token. */
type PoolAccount =
  | { readonly kind: 'chain' | 'dividend-pool' | 'dividends-payable' | 'node-pool' }
  | { readonly kind: 'user-available'; readonly userId: UserId }

interface Move {
  readonly vault: 1 | 2
  readonly from: PoolAccount
  readonly to: PoolAccount
}

const postingIn = <T extends PayoutToken>(
  token: T,
  { vault, from, to, amount }: Move & { readonly amount: Payout },
): PostingOf<T> => ({
  from: account({ ...from, vault, token }),
  to: account({ ...to, vault, token }),
  amount: base(token, amount[token]),
})

/** A posting for each token with an amount above zero. */
export const payoutPostings = (move: Move & { readonly amount: Payout }): Posting[] =>
  [postingIn('USDT', move), postingIn('DR', move)].filter(({ amount }) => amount > 0n)

/** What reached a vault for its pool. */
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
