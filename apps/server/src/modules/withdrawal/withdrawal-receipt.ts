import { minUsdtBurn } from '@dr/protocol/rules/withdrawal-burn'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Order } from '../vouchers/index.ts'
import type { WithdrawalToken } from './withdrawal.rules.ts'

type Receipt = Pick<Order, 'outgoing' | 'incoming'>

const ACCOUNT_NAME = { 0: 'miner-account', 1: 'deflation-account', 2: 'node-account' } as const

/** Amounts that the user gives and receives, in words. A burn of zero is left out. */
export const receiptOf = (input: {
  readonly vault: VaultIndex
  readonly token: WithdrawalToken
  readonly amount: bigint
  /** DR; for a withdrawal of USDT from the wallet, and a maximum. */
  readonly burnAmount: bigint
}): Receipt => {
  const { vault, token, amount, burnAmount } = input
  const from = ACCOUNT_NAME[vault]
  const sent = token === 'DR' ? amount - burnAmount : amount
  const burned: Receipt['outgoing'][number] =
    token === 'DR'
      ? { token: 'DR', amount: burnAmount.toString(), from, to: 'burned' }
      : {
          token: 'DR',
          amount: burnAmount.toString(),
          atLeast: minUsdtBurn(burnAmount).toString(),
          from: 'wallet',
          to: 'burned',
        }
  return {
    outgoing: [{ token, amount: sent.toString(), from, to: 'wallet' }, ...(burnAmount > 0n ? [burned] : [])],
    incoming: [{ kind: 'token', token, amount: sent.toString(), to: 'wallet' }],
  }
}
