/** A user's machines, with the figures that decide whether they can take a payment of electricity. */

import { LIFE_MARGIN_SECONDS } from '@dr/protocol/rules/paid-until'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import { type UserId, userIdOf } from '../../../platform/ids.ts'
import { ID_MAX } from '../../../platform/pagination.ts'
import type { MachinePaid } from './activation.rules.ts'

export interface OwnedMachine extends MachinePaid {
  readonly id: bigint
  readonly userId: UserId
}

interface MachineRow {
  id: bigint
  user_id: bigint
  power: bigint
  life_end: bigint
  chain_paid_until: bigint | null
}

const machineOf = (row: MachineRow): OwnedMachine => ({
  id: row.id,
  userId: userIdOf(row.user_id),
  power: row.power,
  lifeEnd: row.life_end,
  chainPaidUntil: row.chain_paid_until,
})

const MACHINES = `SELECT m.id, m.user_id, p.power, p.life_end, m.chain_paid_until
  FROM mining_machine m JOIN mining_purchase p ON p.id = m.purchase_id`

/** The machines with these ids, of any owner, in order of id. */
export const machinesByIds = async (reader: Reader, ids: readonly bigint[]): Promise<OwnedMachine[]> => {
  const { rows } = await reader.query<MachineRow>({
    name: 'mining_machines_by_ids',
    text: `${MACHINES} WHERE m.id = ANY($1::bigint[]) ORDER BY m.id`,
    values: [ids.filter((id) => id <= ID_MAX)],
  })
  return rows.map(machineOf)
}

/** Like `machinesByIds`, with the rows locked until this transaction ends. */
export const lockMachines = async (tx: Tx, ids: readonly bigint[]): Promise<OwnedMachine[]> => {
  const { rows } = await tx.query<MachineRow>({
    name: 'mining_machines_lock',
    text: `${MACHINES} WHERE m.id = ANY($1::bigint[]) ORDER BY m.id FOR UPDATE OF m`,
    values: [ids],
  })
  return rows.map(machineOf)
}

export type Which = 'not-activated' | 'paused' | 'all'

/**
 * The first `limit` of a user's machines that can take `periods` at `at` (Unix seconds): life remains where
 * the payment begins, and the last period starts within it, whenever the voucher is used. `total`: the number
 * of all such machines.
 */
export const payableMachines = async (
  reader: Reader,
  query: {
    readonly userId: UserId
    readonly which: Which
    readonly at: bigint
    readonly periods: number
    /** Machines with a payment that is not final yet. */
    readonly except: readonly bigint[]
    readonly limit: number
  },
): Promise<{ machines: OwnedMachine[]; total: number }> => {
  const { rows } = await reader.query<MachineRow & { total: bigint }>({
    name: 'mining_payable_machines',
    text: `WITH candidate AS (
        SELECT m.id, m.user_id, p.power, p.life_end, m.chain_paid_until,
          greatest(($3::bigint + $6 + 3599) / 3600 * 3600, coalesce(m.chain_paid_until, 0)) AS pay_from
        FROM mining_machine m JOIN mining_purchase p ON p.id = m.purchase_id
        WHERE m.user_id = $1 AND NOT (m.id = ANY($5::bigint[]))
          AND ($2 = 'all' OR ($2 = 'not-activated' AND m.paid_until IS NULL) OR ($2 = 'paused' AND m.paid_until <= $3)))
      SELECT id, user_id, power, life_end, chain_paid_until, count(*) OVER () AS total FROM candidate
      WHERE pay_from + ($4::bigint - 1) * 2592000 < life_end
      ORDER BY id LIMIT $7`,
    values: [
      query.userId,
      query.which,
      query.at,
      query.periods,
      query.except,
      LIFE_MARGIN_SECONDS,
      query.limit,
    ],
  })
  return { machines: rows.map(machineOf), total: Number(rows[0]?.total ?? 0) }
}
