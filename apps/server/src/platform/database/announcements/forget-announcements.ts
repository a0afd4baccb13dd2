import type { Tx } from '../database.ts'

/** How long a row is kept: every listener has read it within seconds. By the database's clock. */
const KEPT_SECONDS = 120

export const forgetAnnouncements = async (tx: Tx): Promise<void> => {
  await tx.query({
    text: `DELETE FROM announcement WHERE at < now() - interval '1 second' * $1`,
    values: [KEPT_SECONDS],
  })
}
