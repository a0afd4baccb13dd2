import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { burnedActivity, recordActivity } from '../../activity/index.ts'
import type { VouchersModule } from '../../vouchers/index.ts'
import type { PowerChange } from '../pool/accumulator.rules.ts'
import { readPool } from '../pool/pool.ts'
import { addToTotals } from '../pool/totals.ts'
import { extendPaidUntil, paidUntilOf, powerChangesOf, sumChanges } from './activation.rules.ts'
import { lockMachines, type OwnedMachine } from './activation-candidates.ts'

type Hex = `0x${string}`

/** Electricity was paid for machines this server does not know: their purchase is in suspense. */
class UnknownMachinesError extends FatalError {}

export interface MachinesActivated {
  readonly account: Hex
  readonly nonce: bigint
  readonly digest: Hex
  readonly machineIDs: readonly bigint[]
  readonly Period: bigint
  readonly DRGVAmount: bigint
}

const addPowerChanges = async (tx: Tx, userId: UserId, changes: readonly PowerChange[]): Promise<void> => {
  await tx.query({
    name: 'mining_power_changes_add',
    text: `WITH change AS (SELECT c.at, c.delta FROM unnest($2::bigint[], $3::bigint[]) AS c (at, delta)),
      own AS (INSERT INTO mining_power_change (user_id, at, delta) SELECT $1, at, delta FROM change
        ON CONFLICT (user_id, at) DO UPDATE SET delta = mining_power_change.delta + excluded.delta)
      INSERT INTO mining_power_moment AS m (at, delta) SELECT at, delta FROM change
        ON CONFLICT (at) DO UPDATE SET delta = m.delta + excluded.delta`,
    values: [userId, changes.map(({ at }) => at), changes.map(({ delta }) => delta)],
  })
}

const setPaidUntil = async (tx: Tx, machines: readonly OwnedMachine[]): Promise<void> => {
  await tx.query({
    name: 'mining_machines_paid',
    text: `UPDATE mining_machine m SET chain_paid_until = p.chain_paid_until, paid_until = p.paid_until
      FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS p (id, chain_paid_until, paid_until) WHERE m.id = p.id`,
    values: [
      machines.map(({ id }) => id),
      machines.map(({ chainPaidUntil }) => chainPaidUntil),
      machines.map((machine) => paidUntilOf(machine)),
    ],
  })
}

/**
 * A final payment of electricity: each machine's time as the contract reckons it, and the power that joins and leaves
 * appended for the next fold. Nothing that others wait for is written. A payment that comes late, out of suspense, counts
 * from where the pool was folded to: what was emitted before belongs to others. `startTime`: the emission's, Unix seconds.
 */
export const recordActivation = async (
  tx: Tx,
  { vouchers, startTime }: { vouchers: VouchersModule; startTime: bigint },
  event: ChainEvent<MachinesActivated>,
): Promise<void> => {
  const { machineIDs, Period, DRGVAmount } = event.args
  const order = await vouchers.resolveByDigest(tx, { kind: 'activate-machine', event })
  const machines = await lockMachines(tx, machineIDs)
  if (machines.length !== machineIDs.length || machines.some(({ userId }) => userId !== order.userId)) {
    throw new UnknownMachinesError(`order ${order.id} pays for machines that are not known as its user's`)
  }
  const at = event.blockTimestamp
  const periods = Number(Period)
  const paid = machines.map((machine) => ({
    before: machine,
    after: {
      ...machine,
      chainPaidUntil: extendPaidUntil({ chainPaidUntil: machine.chainPaidUntil, at, periods }),
    },
  }))
  const { time: folded } = await readPool(tx, startTime)
  const changes = paid
    .flatMap(({ before, after }) => powerChangesOf(before, { at, chainPaidUntil: after.chainPaidUntil }))
    .map((change) => (change.at < folded ? { ...change, at: folded } : change))
  await setPaidUntil(
    tx,
    paid.map(({ after }) => after),
  )
  await addPowerChanges(tx, order.userId, sumChanges(changes))
  await addToTotals(tx, { machines: 0n, drgvBurned: DRGVAmount, electricity: DRGVAmount })
  await recordActivity(tx, [
    burnedActivity({ userId: order.userId, at, amount: DRGVAmount, price: order.prices.DRGV }),
  ])
  await tx.query({
    name: 'mining_activation_insert',
    text: `INSERT INTO mining_activation (order_id, user_id, at, machine_ids, periods, drgv_burned, tx_hash)
      VALUES ($1, $2, $3, $4::bigint[], $5, $6, $7)`,
    values: [
      ...[order.id, order.userId, at, machines.map(({ id }) => id), periods, DRGVAmount],
      event.txHash.toLowerCase(),
    ],
  })
}
