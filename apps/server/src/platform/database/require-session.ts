/**
 * Checks that a connection is its own session with PostgreSQL. Behind a pooler in transaction mode it is not:
 * a leader's lock then excludes no other process, and notifications never arrive.
 */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { FatalError } from '../errors.ts'

/** The message names the variable. */
export class NoSessionError extends FatalError {}

const SETTING = 'digital_rights.session'
const READ = `SELECT current_setting('${SETTING}', true) AS value`

const read = async (client: pg.Client): Promise<string | null> =>
  (await client.query<{ value: string | null }>(READ)).rows[0]?.value ?? null

/**
 * In each round the second connection sends one more query than before, so that no pooler's rotation can
 * match.
 */
const ROUNDS = 4
const ANSWER_MS = 5_000

/**
 * Opens two connections and queries them alternately. A setting of the first must never be visible to the
 * second, and always to the first: a pooler gives the second the first's session, or the first another one.
 */
const isSession = async (connectionString: string): Promise<boolean> => {
  const options = { connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
  const [first, second] = [new pg.Client(options), new pg.Client(options)]
  // A connection that breaks meanwhile fails its statement; an unhandled event would end the process.
  for (const client of [first, second]) client.on('error', () => undefined)
  try {
    await Promise.all([first.connect(), second.connect()])
    const mark = randomUUID()
    await first.query('SELECT set_config($1, $2, false)', [SETTING, mark])
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (let attempt = 0; attempt < round; attempt += 1) if ((await read(second)) === mark) return false
      if ((await read(first)) !== mark) return false
    }
    return true
  } catch {
    return true // nothing is known of an unavailable server: leaders and listeners retry by themselves
  } finally {
    await Promise.allSettled([first.end(), second.end()])
  }
}

/** `url`: connection of leaders and listeners. Throws NoSessionError, one line. */
export const requireSession = async (input: {
  readonly url: string
  readonly directUrl?: string | undefined
}): Promise<void> => {
  if (await isSession(input.directUrl ?? input.url)) return
  const pooler = 'leads to a pooler that gives no session of its own (transaction mode)'
  throw new NoSessionError(
    input.directUrl === undefined
      ? `DATABASE_URL: ${pooler}: set DATABASE_DIRECT_URL, past the pooler, for locks and announcements`
      : `DATABASE_DIRECT_URL: ${pooler}: it has to lead past it`,
  )
}
