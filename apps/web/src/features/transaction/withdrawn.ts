import type { WithdrawMessage } from '../../chain/voucher-message.ts'

export const tokenOfWithdrawal = ({ primaryType }: Pick<WithdrawMessage, 'primaryType'>): 'DR' | 'USDT' =>
  primaryType === 'WithdrawDR' ? 'DR' : 'USDT'

/** What reaches the wallet: DR less its burn; USDT whole, since its burn is DR out of the wallet. */
export const receivedBy = ({
  primaryType,
  amount,
  burnAmount,
}: Pick<WithdrawMessage, 'primaryType' | 'amount' | 'burnAmount'>): bigint =>
  primaryType === 'WithdrawDR' ? amount - burnAmount : amount
