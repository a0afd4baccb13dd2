import type { Token } from '@dr/protocol/amounts'
import { uintToOrderId } from '@dr/protocol/order-id'
import { FEE_TO_INVITER_BPS, inviterShareOf } from '@dr/protocol/rules/fee-shares'
import type { ChainEvent } from '../../platform/chain/chain-events.ts'
import { type ContractAddresses, tokenAt } from '../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { findUserByAddress } from '../users/index.ts'
import type { VouchersModule } from '../vouchers/index.ts'
import { dropPromise } from './quote/promises.ts'

/** The chain's swap differs from the order. */
class SwapMismatchError extends FatalError {}

export interface Swapped {
  readonly account: LowerHex
  readonly nonce: bigint
  readonly orderId: bigint
  readonly inputToken: LowerHex
  readonly outputToken: LowerHex
  readonly inputAmount: bigint
  readonly outputAmount: bigint
  readonly fee: bigint
  readonly digest: LowerHex
}

const swappedToken = (contracts: ContractAddresses, address: LowerHex): Token => {
  const token = tokenAt(contracts, address)
  if (token === undefined) throw new SwapMismatchError(`the exchange swapped ${address}`)
  return token
}

/**
 * Records a final swap, even with a voucher that was not issued here: its fee is part of the next flush. The
 * inviter is the account's at the time of this event; a voucher that was not issued here earns no inviter's
 * share.
 */
export const recordSwap = async (
  tx: Tx,
  { contracts, vouchers }: { contracts: ContractAddresses; vouchers: VouchersModule },
  event: ChainEvent<Swapped>,
): Promise<void> => {
  const { account, digest, inputAmount, outputAmount, fee } = event.args
  const orderId = uintToOrderId(event.args.orderId)
  const ours = await vouchers.isIssued(tx, digest)
  const inviterId = ours ? ((await findUserByAddress(tx, account))?.inviterId ?? null) : null
  await tx.query({
    name: 'swap_record_insert',
    text: `INSERT INTO swap_record (tx_hash, log_index, block_number, at, account, order_id, input_token, output_token,
        input_amount, output_amount, fee, inviter_id, inviter_share)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    values: [
      event.txHash,
      event.logIndex,
      event.blockNumber,
      event.blockTimestamp,
      account,
      orderId,
      swappedToken(contracts, event.args.inputToken),
      swappedToken(contracts, event.args.outputToken),
      inputAmount,
      outputAmount,
      fee,
      inviterId,
      inviterId === null ? 0n : inviterShareOf(fee, FEE_TO_INVITER_BPS),
    ],
  })
  await dropPromise(tx, orderId)
}

/**
 * Attributes the swap to the user of its order. Throws if the order was not issued here or has other amounts.
 */
export const attributeSwap = async (
  tx: Tx,
  vouchers: VouchersModule,
  event: ChainEvent<Swapped>,
): Promise<void> => {
  const { inputAmount, outputAmount } = event.args
  const order = await vouchers.resolveByDigest(tx, { kind: 'swap-token', event })
  const promised = [order.details.inputAmount, order.details.outputAmount].join()
  if (promised !== [inputAmount, outputAmount].join()) {
    throw new SwapMismatchError(`order ${order.id} is for ${promised}`)
  }
  await tx.query({
    name: 'swap_record_attribute',
    text: 'UPDATE swap_record SET user_id = $3 WHERE tx_hash = $1 AND log_index = $2',
    values: [event.txHash, event.logIndex, order.userId],
  })
}
