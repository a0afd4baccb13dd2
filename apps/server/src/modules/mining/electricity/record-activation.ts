import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { VouchersModule } from '../../vouchers/index.ts'
import { recordElectricity } from './record-electricity.ts'

export interface MachinesActivated {
  readonly account: LowerHex
  readonly nonce: bigint
  readonly digest: LowerHex
  readonly machineIDs: readonly bigint[]
  readonly Period: bigint
  readonly DRGVAmount: bigint
  /** USDT for one DRGV, 18 decimals. */
  readonly DRGVPrice: bigint
}

/**
 * Records a final payment of electricity by a voucher: marks its order as used, which has the user and the
 * price.
 */
export const recordActivation = async (
  tx: Tx,
  { vouchers, startTime }: { vouchers: VouchersModule; startTime: bigint },
  event: ChainEvent<MachinesActivated>,
): Promise<void> => {
  const { machineIDs, Period, DRGVAmount } = event.args
  const order = await vouchers.resolveByDigest(tx, { kind: 'activate-machine', event })
  await recordElectricity(
    tx,
    { startTime },
    {
      paymentId: order.id,
      userId: order.userId,
      machineIds: machineIDs,
      periods: Number(Period),
      drgvBurned: DRGVAmount,
      price: order.prices.DRGV,
      at: event.blockTimestamp,
      txHash: event.txHash,
    },
  )
}
