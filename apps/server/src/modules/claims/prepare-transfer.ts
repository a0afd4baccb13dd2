import type { ResponseOf } from '@dr/protocol/call'
import type { transfer } from '@dr/protocol/calls/transfer'
import { TRANSFER_MINIMUM } from '@dr/protocol/constants'
import { NO_PROOF, type Proof } from '@dr/protocol/roots/proof'
import { zeroAddress } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { minBigInt } from '../../platform/integers.ts'
import { requireNotBlocked } from '../parameters/index.ts'
import { findUserByAddress } from '../users/index.ts'
import type { TransferDeps } from './deps.ts'
import { readTransferLimit, type TransferBook } from './transfer-limit.ts'

export interface TransferRequest extends TransferBook {
  /** The receiver. */
  readonly to: LowerHex
  /** Base units. */
  readonly amount: bigint
  readonly paymentPassword: string | undefined
  readonly ip: string
}

/** Refuses what the vault would: a receiver that is the sender, a vault or zero; less than one token. */
const requireTerms = ({ contracts }: TransferDeps, { address, to, amount }: TransferRequest): void => {
  const refuse = (details: Readonly<Record<string, string>>): never => {
    throw new AppError('BAD_PARAMETER', { details })
  }
  if (to === address) refuse({ path: 'to', reason: 'self' })
  if (to === zeroAddress || contracts.withdrawalVaults.includes(to))
    refuse({ path: 'to', reason: 'no-account' })
  if (amount < TRANSFER_MINIMUM)
    refuse({ path: 'amount', reason: 'minimum', minimum: String(TRANSFER_MINIMUM) })
}

const proofAnswer = ({ epoch, earned, index, path }: Proof) => ({
  epoch: String(epoch),
  earned: String(earned),
  index: String(index),
  path: path.map(({ hash, sum }) => ({ hash, sum: String(sum) })),
})

/**
 * Answers the call with which the user's wallet transfers within a vault. It writes nothing: the call's event is
 * booked as any other (`record-claim.ts`). Throws 30007 for a blocked sender, whose wallet can make the call all
 * the same, 1014 without a payment password, 1013 for a wrong one, 1015 for more than is available or claimable,
 * and what `readTransferLimit` throws.
 */
export const prepareTransfer = async (
  deps: TransferDeps,
  request: TransferRequest,
): Promise<ResponseOf<typeof transfer>> => {
  const { database, security, contracts } = deps
  const { userId, ip, paymentPassword: password, vault, token, to, amount } = request
  requireTerms(deps, request)
  await requireNotBlocked(database.read, request.address)
  await security.requirePasswordSet(userId)
  await security.checkPasswordIfSet({ userId, ip, password })
  const { available, unproven, claimable, proof } = await readTransferLimit(deps, request)
  const most = minBigInt(available, claimable)
  if (amount > most) throw new AppError('LEDGER_BALANCE_TOO_LOW', { details: { available: String(most) } })
  return {
    contract: contracts.withdrawalVaults[vault],
    function: 'transferWithin',
    tokenAddress: contracts[token],
    to,
    account: vault,
    token,
    amount: String(amount),
    proof: proofAnswer(amount <= unproven ? NO_PROOF : proof),
    isUser: (await findUserByAddress(database.read, to)) !== undefined,
  }
}
