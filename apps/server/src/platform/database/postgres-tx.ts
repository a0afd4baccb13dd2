/** Statements through node-postgres, and their errors after a lost connection. */
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { RetryableError } from '../errors.ts'
import { traced } from '../tracing/traced.ts'
import type { Orm, QueryResult, Statement, Tx } from './database.ts'

/** The used part of the driver's clients and pools. */
export interface Queryable {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>
}

/**
 * The connection was lost during a statement (a server that restarts), or none was available in time. If the
 * statement was a COMMIT, its outcome is unknown.
 */
export class ConnectionLostError extends RetryableError {}

/**
 * Recognises the driver's own errors about a connection: the server's have a SQLSTATE, the system's a code,
 * these neither.
 */
const isDriversOwn = (error: unknown): boolean =>
  error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error)

export const onConnection = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isDriversOwn(error)) throw error
    throw new ConnectionLostError('the connection to the database was lost', { cause: error })
  })

/** Adapts a client for Drizzle, which uses only `query`. */
export const ormOf = (client: Queryable): Orm => {
  const query = (...statement: [pg.QueryConfig, unknown[]?]) =>
    traced('sql', 'orm', () => client.query(...statement))
  return drizzle({ query } as pg.Client) as Orm
}

interface TxParts {
  readonly client: Queryable
  readonly orm: () => Orm
  readonly announce: Tx['announce']
  /** Whether named statements are prepared: not through a pooler, whose sessions change. */
  readonly prepares: boolean
}

export const createTx = ({ client, orm, announce, prepares }: TxParts): Tx => {
  let bound: Orm | undefined
  const tx = {
    async query<Row>(statement: Statement): Promise<QueryResult<Row>> {
      const { rows, rowCount } = await traced('sql', statement.name ?? 'unnamed', () =>
        onConnection(
          client.query({
            ...(statement.name === undefined || !prepares ? {} : { name: statement.name }),
            text: statement.text,
            values: statement.values as unknown[] | undefined,
          } as pg.QueryConfig),
        ),
      )
      return { rows: rows as Row[], rowCount: rowCount ?? 0 }
    },
    get orm(): Orm {
      bound ??= orm()
      return bound
    },
    async script(sql: string): Promise<void> {
      await onConnection(client.query(sql))
    },
    announce,
  }
  return tx as Tx
}
