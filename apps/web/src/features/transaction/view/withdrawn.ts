import type { VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'

export const tokenOfWithdrawal = ({
  kind,
}: Pick<VoucherMessage<'withdraw-dr' | 'withdraw-usdt'>, 'kind'>): 'DR' | 'USDT' =>
  kind === 'withdraw-dr' ? 'DR' : 'USDT'

/** What reaches the wallet: DR less its burn; USDT whole, since its burn is DR out of the wallet. */
export const receivedBy = ({
  kind,
  amount,
  burnAmount,
}: Pick<VoucherMessage<'withdraw-dr' | 'withdraw-usdt'>, 'kind' | 'amount' | 'burnAmount'>): bigint =>
  kind === 'withdraw-dr' ? amount - burnAmount : amount

/** Whether balances read so far count what arrived. */
export const countsWithdrawal = (
  read: { readonly blockNumber: bigint; readonly atMs: number },
  /**
   * `fromBlock`: the one of the withdrawal; null where only the ledger knew that it is done, when it was
   * shown.
   */
  since: { readonly fromBlock: bigint | null; readonly shownAtMs: number },
): boolean => (since.fromBlock === null ? read.atMs > since.shownAtMs : read.blockNumber >= since.fromBlock)
