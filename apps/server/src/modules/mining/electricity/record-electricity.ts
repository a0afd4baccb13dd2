import type { Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import type { UserId } from '../../../platform/ids.ts'
import { burnedActivity, recordActivity } from '../../activity/index.ts'
import type { PowerChange } from '../pool/accumulator.rules.ts'
import { readPool } from '../pool/pool.ts'
import { addToTotals } from '../pool/totals.ts'
import { extendPaidUntil, paidUntilOf, powerChangesOf, sumChanges } from './activation.rules.ts'
import { lockMachines, type OwnedMachine } from './activation-candidates.ts'

/** Electricity was paid for machines that are not known as the payer's: their purchase is in suspense. */
class UnknownMachinesError extends FatalError {}

/** A final payment of electricity, with or without a voucher. */
export interface ElectricityPaid {
  /** UUID of the order; for a renewal without one, derived from its event. Unique. */
  readonly paymentId: string
  readonly userId: UserId
  readonly machineIds: readonly bigint[]
  /** Periods of 30 days, for each machine. */
  readonly periods: number
  /** Base units of DRGV. */
  readonly drgvBurned: bigint
  /**
   * USDT for one DRGV, 18 decimals, as a decimal string; undefined without a price: the burned DRGV then has
   * no known value.
   */
  readonly price: { readonly price: string } | undefined
  /** The block's time, Unix seconds. */
  readonly at: bigint
  readonly txHash: LowerHex
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
 * Books a final payment of electricity: each machine's paid time by the contract's rule, and the joining and
 * leaving power, appended for the next fold. Writes no row that others wait for. A late payment, out of
 * suspense, counts from the pool's time: earlier emission belongs to others. `startTime`: the emission's,
 * Unix seconds. Throws UnknownMachinesError when a machine is not known as this user's: the whole event goes
 * to suspense.
 */
export const recordElectricity = async (
  tx: Tx,
  { startTime }: { readonly startTime: bigint },
  payment: ElectricityPaid,
): Promise<void> => {
  const { paymentId, userId, machineIds, periods, drgvBurned, price, at } = payment
  const machines = await lockMachines(tx, machineIds)
  if (machines.length !== machineIds.length || machines.some((machine) => machine.userId !== userId)) {
    throw new UnknownMachinesError(`payment ${paymentId} is for machines that are not known as its user's`)
  }
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
  await addPowerChanges(tx, userId, sumChanges(changes))
  await addToTotals(tx, { machines: 0n, drgvBurned, electricity: drgvBurned })
  await recordActivity(tx, [burnedActivity({ userId, at, amount: drgvBurned, price })])
  await tx.query({
    name: 'mining_activation_insert',
    text: `INSERT INTO mining_activation (order_id, user_id, at, machine_ids, periods, drgv_burned, tx_hash)
      VALUES ($1, $2, $3, $4::bigint[], $5, $6, $7)`,
    values: [paymentId, userId, at, machines.map(({ id }) => id), periods, drgvBurned, payment.txHash],
  })
  await tx.announce({ topic: 'machines', of: [userId] })
}
