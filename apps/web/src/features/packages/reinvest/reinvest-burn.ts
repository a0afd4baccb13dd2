import { burnShare, usdtVoucherBurn } from '@dr/protocol/rules/withdrawal-burn'
import type { UserBalance } from '../../../api/queries/user-money.ts'

type NodeBalance = Pick<UserBalance, 'available' | 'held' | 'locked' | 'unreturned'>

export interface ReinvestBurn {
  /** What of the principal was earned, at most. Base units of its token. */
  readonly earned: bigint
  /** In the principal's own token: of DR a part of it, of USDT the worth of DR out of the wallet. */
  readonly burn: bigint
  /** DR that is burned; null: no price to tell it by. */
  readonly burnDr: bigint | null
}

/**
 * What withdrawing a reinvested principal burns at most. Deposits leave first and whole, so the burn falls on
 * what the node account holds beyond them; reinvesting changes neither. Null: all that is there was
 * deposited.
 */
export const reinvestBurn = (input: {
  readonly token: 'DR' | 'USDT'
  readonly amount: bigint
  /** Of the node account in this token. */
  readonly balance: NodeBalance
  readonly burnBps: bigint
  /** The average of 30 minutes; null: none now. */
  readonly drPrice: bigint | null
}): ReinvestBurn | null => {
  const { token, amount, balance, burnBps, drPrice } = input
  const owned = BigInt(balance.available) + BigInt(balance.held) + BigInt(balance.locked)
  const beyond = owned - BigInt(balance.unreturned)
  const earned = beyond < amount ? beyond : amount
  if (earned <= 0n) return null
  const share = { burnable: earned, burnBps }
  const burn = burnShare(share)
  if (token === 'DR') return { earned, burn, burnDr: burn }
  return { earned, burn, burnDr: drPrice === null ? null : usdtVoucherBurn({ ...share, drPrice }) }
}
