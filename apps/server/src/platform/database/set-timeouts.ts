import type { Tx } from './database.ts'

/** For the rest of this transaction: how long a statement may run, and wait for a lock. */
export const setTimeouts = async (tx: Tx, timeoutMs: number): Promise<void> => {
  await tx.query({
    name: 'platform_set_timeouts',
    text: `SELECT set_config('lock_timeout', $1, true), set_config('statement_timeout', $1, true)`,
    values: [String(timeoutMs)],
  })
}
