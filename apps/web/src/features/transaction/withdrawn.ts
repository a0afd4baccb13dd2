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

/** Whether balances read so far count what arrived. */
export const countsWithdrawal = (
  read: { readonly blockNumber: bigint; readonly atMs: number },
  /** `fromBlock`: the one of the withdrawal; null where only the ledger knew that it is done, when it was shown. */
  since: { readonly fromBlock: bigint | null; readonly shownAtMs: number },
): boolean => (since.fromBlock === null ? read.atMs > since.shownAtMs : read.blockNumber >= since.fromBlock)
