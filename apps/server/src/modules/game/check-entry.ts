import type { ResponseOf } from '@dr/protocol/call'
import type { addDigitUserLog } from '@dr/protocol/calls/game'
import type { PublicClient } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { requireWalletCanPay } from '../vouchers/index.ts'
import { readDrawNow } from './read-round.ts'
import { PRIZE_MULTIPLE } from './round.rules.ts'

const badAmount = (details: Readonly<Record<string, string>>): AppError =>
  new AppError('BAD_PARAMETER', { details: { path: 'amount', ...details } })

/**
 * The transaction that the wallet must send for an entry. The contract decides; this check refuses early,
 * with a reason. Throws DRAW_UNDER_WAY when the round takes no entries (any more), BAD_PARAMETER below the
 * minimum or above what the pot could pay, WALLET_BALANCE_TOO_LOW.
 */
export const checkEntry = async (
  {
    client,
    contract,
    dr,
  }: { readonly client: PublicClient; readonly contract: LowerHex; readonly dr: LowerHex },
  entry: {
    readonly account: LowerHex
    readonly round: bigint
    readonly digit: number
    readonly amount: bigint
  },
): Promise<ResponseOf<typeof addDigitUserLog>> => {
  const { account, digit, amount } = entry
  const { round, blockNumber, entryMinimum } = await readDrawNow(client, contract)
  if (round?.state !== 'open' || round.round !== entry.round.toString()) {
    throw new AppError('DRAW_UNDER_WAY', { details: { round: round?.round ?? null } })
  }
  if (amount < entryMinimum) throw badAmount({ minimum: entryMinimum.toString() })
  const acceptable = BigInt(round.acceptable[digit] ?? '0')
  if (amount > acceptable) throw badAmount({ acceptable: acceptable.toString() })
  await requireWalletCanPay(client, { account, blockNumber, needs: [{ token: 'DR', address: dr, amount }] })
  return {
    contract,
    round: round.round,
    digit,
    amount: amount.toString(),
    prize: (amount * PRIZE_MULTIPLE).toString(),
    closeBlock: round.closeBlock,
    closesAt: round.closesAt,
  }
}
