import type { DecidedChange } from '@dr/protocol/calls/settings'
import { PARAMETERS, type ParameterName } from '@dr/protocol/parameters'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'

const NAMES = Object.keys(PARAMETERS) as ParameterName[]

/** Without parameters, since PostgreSQL would plan it again each time, depending on the number of names. */
const CURRENT = `SELECT n.subject, c.value FROM (VALUES ${NAMES.map((name) => `('${name}')`).join()}) AS n (subject)
  CROSS JOIN LATERAL (SELECT value FROM parameter_change WHERE subject = n.subject ORDER BY id DESC LIMIT 1) c`

/** All limits in force. Base units; USD with 18 decimals. */
export const readParameters = async (reader: Reader): Promise<Readonly<Record<ParameterName, bigint>>> => {
  const { rows } = await reader.query<{ subject: ParameterName; value: bigint }>({
    name: 'parameter_current',
    text: CURRENT,
  })
  const decided = new Map(rows.map(({ subject, value }) => [subject, value]))
  return Object.fromEntries(
    NAMES.map((name) => [name, decided.get(name) ?? PARAMETERS[name].standard]),
  ) as Record<ParameterName, bigint>
}

/** A limit in force: the value that two operators decided last, or the default. */
export const readParameter = async (reader: Reader, name: ParameterName): Promise<bigint> => {
  const { rows } = await reader.query<{ value: bigint }>({
    name: 'parameter_one',
    text: 'SELECT value FROM parameter_change WHERE subject = $1 ORDER BY id DESC LIMIT 1',
    values: [name],
  })
  return rows[0]?.value ?? PARAMETERS[name].standard
}

export interface NewChange {
  readonly subject: string
  readonly before: bigint
  readonly value: bigint
  readonly reason: string
  readonly proposedBy: LowerHex
  /** Another operator; the database refuses the same one. */
  readonly approvedBy: LowerHex
  /** The chain's clock, Unix seconds. */
  readonly at: bigint
}

/**
 * Records a change, in force once the transaction is committed. Only for the operator module, which requires
 * two operators.
 */
export const recordChange = async (tx: Tx, change: NewChange): Promise<void> => {
  const { subject, before, value, reason, proposedBy, approvedBy, at } = change
  await tx.query({
    name: 'parameter_change_insert',
    text: `INSERT INTO parameter_change (subject, before, value, reason, proposed_by, approved_by, at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [subject, before, value, reason, proposedBy, approvedBy, at],
  })
}

interface DecidedRow {
  subject: string
  before: bigint
  value: bigint
  reason: string
  proposedBy: string
  approvedBy: string
  at: bigint
}

/** Decided changes, newest first; without blocks, which name an account: its owner and operators see them. */
export const listDecided = async (reader: Reader, { limit }: { limit: number }): Promise<DecidedChange[]> => {
  const { rows } = await reader.query<DecidedRow>({
    name: 'parameter_change_list',
    text: `SELECT subject, before, value, reason, proposed_by AS "proposedBy", approved_by AS "approvedBy", at
      FROM parameter_change WHERE subject NOT LIKE 'block:%' ORDER BY id DESC LIMIT $1`,
    values: [limit],
  })
  return rows.map((row) => ({
    ...row,
    before: row.before.toString(),
    value: row.value.toString(),
    at: Number(row.at),
  }))
}
