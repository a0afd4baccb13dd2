import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { findUserByAddress } from '../../users/index.ts'
import { purchaseOf } from '../purchase/record-machines-bought.ts'
import { lockMachines } from './activation-candidates.ts'
import { paymentIdOf } from './payment-id.rules.ts'
import { recordElectricity } from './record-electricity.ts'

/** An account without a user paid for its machines: their purchase is in suspense too. */
class UnknownPayerError extends FatalError {}

export interface MachinesRenewed {
  readonly account: LowerHex
  readonly machineIDs: readonly bigint[]
  readonly periods: bigint
  readonly DRGVAmount: bigint
  /** USDT for one DRGV, 18 decimals: the average of its block; 0 if the oracle had none. */
  readonly DRGVPrice: bigint
}

/**
 * Records a final payment of electricity without a voucher (`renew`, ADR 0042), by owner. The contract
 * accepts it only for the account's own machines, so nothing is refused here; a machine that is not known yet
 * goes to suspense. Machines of a purchase that operators have settled without an order mine nothing.
 */
export const recordRenewal = async (
  tx: Tx,
  {
    startTime,
    settledPurchases,
  }: {
    readonly startTime: bigint
    /** Numbers of the account's purchases that were settled without an order. */
    readonly settledPurchases: (tx: Tx, account: LowerHex) => Promise<ReadonlySet<bigint>>
  },
  event: ChainEvent<MachinesRenewed>,
): Promise<void> => {
  const { account, machineIDs, periods, DRGVAmount, DRGVPrice } = event.args
  const user = await findUserByAddress(tx, account)
  const machines = user ? await lockMachines(tx, machineIDs) : []
  const own = new Set(machines.filter(({ userId }) => userId === user?.id).map(({ id }) => id))
  const settled = own.size < machineIDs.length ? await settledPurchases(tx, account) : null
  const machineIds = machineIDs.filter((id) => own.has(id) || !settled?.has(purchaseOf(id)))
  if (machineIds.length === 0) return
  if (!user) throw new UnknownPayerError(`${account} paid electricity and is no user`)
  await recordElectricity(
    tx,
    { startTime },
    {
      paymentId: paymentIdOf(event.key),
      userId: user.id,
      machineIds,
      periods: Number(periods),
      drgvBurned: DRGVAmount,
      price: DRGVPrice === 0n ? undefined : { price: DRGVPrice.toString() },
      at: event.blockTimestamp,
      txHash: event.txHash,
    },
  )
}
