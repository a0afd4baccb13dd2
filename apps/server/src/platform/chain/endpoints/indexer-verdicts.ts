/** The indexer's verdicts on the RPC endpoints, for all processes: only it compares their final blocks. */
import type { Logger } from 'pino'
import type { Database, Reader } from '../../database/database.ts'
import { currentLeadership } from '../../database/leadership.ts'
import { endpointFingerprint } from './endpoint-name.ts'

export interface EndpointVerdict {
  readonly url: string
  /** Position in the configuration and host. */
  readonly name: string
  /** Name of the error that is the reason for the distrust. */
  readonly problem: string
}

/** Fingerprints of the distrusted endpoints. */
export const readDistrusted = async (reader: Reader): Promise<ReadonlySet<string>> => {
  const { rows } = await reader.query<{ fingerprint: string }>({
    name: 'rpc_endpoint_distrusted',
    text: 'SELECT fingerprint FROM rpc_endpoint_distrusted',
  })
  return new Set(rows.map(({ fingerprint }) => fingerprint))
}

const writeVerdicts = (database: Database, verdicts: readonly EndpointVerdict[]): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.query({ text: 'DELETE FROM rpc_endpoint_distrusted' })
    await tx.query({
      text: `INSERT INTO rpc_endpoint_distrusted (fingerprint, name, problem)
        SELECT * FROM UNNEST($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
      values: [
        verdicts.map(({ url }) => endpointFingerprint(url)),
        verdicts.map(({ name }) => name),
        verdicts.map(({ problem }) => problem),
      ],
    })
  })

/**
 * Receives all verdicts of a leading indexer each time, and writes them when they differ from those written
 * last, and at the beginning of each leadership. A failure is logged, and the next ones are written.
 */
export const keepVerdicts = (
  database: Database,
  logger: Logger,
): ((verdicts: readonly EndpointVerdict[]) => void) => {
  let written: string | undefined
  let turn: Promise<void> = Promise.resolve()
  return (verdicts) => {
    const known = verdicts.map(({ name, problem }) => [name, problem])
    const text = JSON.stringify([String(currentLeadership()?.epoch), known])
    turn = turn.then(async () => {
      if (text === written) return
      try {
        await writeVerdicts(database, verdicts)
        written = text
      } catch (error) {
        logger.warn({ err: error }, 'the verdict on the RPC endpoints could not be kept')
      }
    })
  }
}
