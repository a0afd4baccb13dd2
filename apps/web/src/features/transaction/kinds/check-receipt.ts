import type { Voucher } from '@dr/protocol/calls/voucher'
import { TOKENS } from '@dr/protocol/tokens'
import type { Config } from '../../../api/config.ts'
import { expectEqual, type Mismatch } from '../../../chain/vouchers/mismatches.ts'
import type { VoucherMessage } from '../../../chain/vouchers/voucher-message.ts'
import { leavesWallet, reachesWallet, type TokenAmount } from '../../../chain/vouchers/voucher-tokens.ts'

/** Sums by token in table order, so that two lists can be compared. */
const sums = (amounts: readonly TokenAmount[]): readonly (readonly [string, bigint])[] =>
  TOKENS.map(
    (token) =>
      [
        token,
        amounts.reduce((total, line) => total + (line.token === token ? line.amount : 0n), 0n),
      ] as const,
  )

/**
 * Compares the amounts that the server's answer lists with the signed ones: what leaves the wallet, and
 * what comes.
 */
export const checkReceipt = (
  { voucher, config }: { readonly voucher: Voucher; readonly config: Config },
  message: VoucherMessage,
): Mismatch[] => {
  const outgoing = voucher.outgoing
    .filter(({ from }) => from === 'wallet')
    .map(({ token, amount }) => ({ token, amount: BigInt(amount) }))
  const incoming = voucher.incoming.flatMap((row) =>
    row.kind === 'token' ? [{ token: row.token, amount: BigInt(row.amount) }] : [],
  )
  return [
    ...expectEqual('receipt', sums(leavesWallet(message, config)), sums(outgoing)),
    ...expectEqual('receipt', sums(reachesWallet(message, config)), sums(incoming)),
  ]
}
