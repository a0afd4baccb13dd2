import type { Tx } from '../database.ts'

/** Time for which a row is stored, by the database's clock: every listener reads it within seconds. */
const KEPT_SECONDS = 120

export const forgetAnnouncements = async (tx: Tx): Promise<void> => {
  await tx.query({
    text: `DELETE FROM announcement WHERE at < now() - interval '1 second' * $1`,
    values: [KEPT_SECONDS],
  })
}
