import { causesOf } from '../causes.ts'

/** Fields that both drivers set on their errors: SQLSTATE, and the violated constraint, if any. */
export interface DatabaseErrorFields {
  /** Five-character SQLSTATE. */
  readonly code: string
  readonly constraint?: string
}

const SQL_STATE = /^[0-9A-Z]{5}$/

/** The database's own error among an error's causes (Drizzle wraps it). */
export const databaseErrorOf = (error: unknown): DatabaseErrorFields | undefined => {
  for (const cause of causesOf(error)) {
    if (typeof cause !== 'object' || cause === null || !('code' in cause) || !('severity' in cause)) continue
    if (typeof cause.code === 'string' && SQL_STATE.test(cause.code)) return cause as DatabaseErrorFields
  }
  return undefined
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
export const LOCK_NOT_AVAILABLE = '55P03'
export const INSUFFICIENT_PRIVILEGE = '42501'

/** Whether it is a conflict with another transaction, after which the same transaction may succeed. */
export const isConflict = (error: unknown): boolean => {
  const code = databaseErrorOf(error)?.code
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

/**
 * Whether a SQLSTATE is temporary: 08 connection, 40 rollback, 53 resources, 57P0x shutdown and restart,
 * 55P03 lock not available, 57014 statement time-out, 25006 a server that became a standby (behind a pooler
 * single statements reach one for a moment, ADR 0049).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export const isRetryableSqlState = (code: string): boolean =>
  SQL_STATE.test(code) &&
  (/^(08|40|53)/.test(code) ||
    ['57P01', '57P02', '57P03', LOCK_NOT_AVAILABLE, '57014', '25P03', '25006'].includes(code))
