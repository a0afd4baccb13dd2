import { causesOf } from '../causes.ts'
import { FatalError } from '../errors.ts'
import type { Database } from './database.ts'
import { ServerRefusedError } from './server-guard.ts'

/** PostgreSQL cannot be used by DATABASE_URL; the message names the variable, and no user or password. */
export class DatabaseUnreachableError extends FatalError {}

/** By SQLSTATE, or by the system's code. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server takes connections there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'its host is not known',
  EAI_AGAIN: 'the name service does not answer',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  ENETUNREACH: 'its network cannot be reached',
  ECONNRESET: 'the connection was cut off',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another name',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not of the authority in sslrootcert',
  '28P01': 'the password is wrong',
  '28000': 'the server does not let this user in',
  '3D000': 'there is no such database',
  '42501': 'the user has no right to connect to this database',
  '53300': 'the server has too many connections',
  '57P03': 'the server is starting up or shutting down',
}

const codesOf = (error: unknown): string[] => {
  const errors = [...causesOf(error)].flatMap((one) => (one instanceof AggregateError ? one.errors : [one]))
  return errors.flatMap((one) =>
    typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string'
      ? [one.code]
      : [],
  )
}

/** Host, port and database, without user and password, for messages. */
const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/**
 * Sends a query to the database of `url`. Throws DatabaseUnreachableError, one line, if it does not answer.
 */
export const requireConnection = async (database: Database, url: string): Promise<void> => {
  try {
    await database.read.query({ text: 'SELECT 1' })
  } catch (cause) {
    for (const one of causesOf(cause)) {
      if (one instanceof FatalError) throw one // its message is written for the operator
      if (one instanceof ServerRefusedError) {
        throw new DatabaseUnreachableError(`DATABASE_URL: ${one.message} (${placeOf(url)})`, { cause })
      }
    }
    const codes = codesOf(cause)
    const code = codes.find((one) => one in REASONS)
    const reason = code === undefined ? 'it does not answer' : REASONS[code]
    throw new DatabaseUnreachableError(
      `DATABASE_URL: ${reason} (${[placeOf(url), code ?? codes[0]].filter(Boolean).join(', ')})`,
      { cause },
    )
  }
}
