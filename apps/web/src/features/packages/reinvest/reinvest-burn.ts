import { burnShare, usdtVoucherBurn } from '@dr/protocol/rules/withdrawal-burn'
import type { UserBalance } from '../../../api/queries/user-money.ts'

type NodeBalance = Pick<UserBalance, 'available' | 'held' | 'locked' | 'unreturned'>

export interface ReinvestBurn {
  /** Maximum earned part of the principal, base units of its token. */
  readonly earned: bigint
  /** In the principal's own token: part of DR; for USDT the worth of the burned DR. */
  readonly burn: bigint
  /** Burned DR; null: no price. */
  readonly burnDr: bigint | null
}

/**
 * Maximum burn of withdrawing a reinvested principal. Deposits leave first without burn, so the burn
 * applies to the rest of the node account; reinvesting changes neither. Null: everything was deposited.
 */
export const reinvestBurn = (input: {
  readonly token: 'DR' | 'USDT'
  readonly amount: bigint
  /** Balance of the node account in this token. */
  readonly balance: NodeBalance
  readonly burnBps: bigint
  /** 30-minute average; null: none now. */
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
