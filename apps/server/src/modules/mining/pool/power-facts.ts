/** Facts of mining that the chain does not say, for the published files (ADR 0073), in batches. */
import type { Reader } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'

interface MachineFact {
  readonly purchase: bigint
  /** Power of each machine, in T. */
  readonly power: bigint
  readonly lifeEnd: bigint
}

/** Purchases after `after` of before `before` (Unix seconds), by number; fewer than `limit`: there are no more. */
export const readMachineFacts = async (
  reader: Reader,
  { after, before, limit }: { readonly after: bigint; readonly before: bigint; readonly limit: number },
): Promise<MachineFact[]> => {
  const { rows } = await reader.query<{ id: bigint; power: bigint; life_end: bigint }>({
    name: 'mining_machine_facts',
    text: `SELECT id, power, life_end FROM mining_purchase WHERE id > $1 AND bought_at <= $2 ORDER BY id LIMIT $3`,
    values: [after, before, limit],
  })
  return rows.map(({ id, power, life_end }) => ({ purchase: id, power, lifeEnd: life_end }))
}

/** A user's power that joins (> 0) or leaves (< 0), in T. */
export interface PowerFact {
  readonly account: LowerHex
  /** Unix seconds. */
  readonly at: bigint
  readonly delta: bigint
}

/** Changes of power of before `before`, after the account and time of `after`, in their order. */
export const readPowerFacts = async (
  reader: Reader,
  input: {
    readonly after: Pick<PowerFact, 'at'> & { readonly account: string }
    readonly before: bigint
    readonly limit: number
  },
): Promise<PowerFact[]> => {
  const { after, before, limit } = input
  const { rows } = await reader.query<PowerFact>({
    name: 'mining_power_facts',
    text: `SELECT u.address::text AS account, c.at, c.delta
      FROM users u JOIN mining_power_change c ON c.user_id = u.id AND c.at < $3
      WHERE u.address >= $1 AND (u.address > $1 OR c.at > $2)
      ORDER BY u.address, c.at LIMIT $4`,
    values: [after.account, after.at, before, limit],
  })
  return rows
}
