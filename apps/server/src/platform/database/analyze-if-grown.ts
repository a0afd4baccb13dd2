import type { Tx } from './database.ts'

/**
 * Counts a table again (`ANALYZE`) that has become more than twice as large since it was counted.
 * PostgreSQL keeps the plans of prepared look-ups, and of an empty table the plan is to read it whole;
 * autovacuum counts a minute later, and a table that is filled by thousands of rows a second is read whole
 * by every request until then.
 */
export const analyzeIfGrown = async (tx: Tx, table: string): Promise<void> => {
  const { rows } = await tx.query<{ grown: boolean }>({
    name: 'analyze_if_grown',
    text: `SELECT pg_relation_size(oid) / current_setting('block_size')::bigint > 16 + 2 * relpages AS grown
      FROM pg_class WHERE oid = $1::regclass`,
    values: [table],
  })
  if (rows[0]?.grown) await tx.script(`ANALYZE ${table}`)
}
