import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { LineRow } from '../line-row.ts'
import { decodeLines } from './statement-body.rules.ts'

/** Read at once; a page mostly needs one. */
const PARTS_AT_ONCE = 4

interface PartRow {
  readonly first_posting: bigint
  readonly last_posting: bigint
  readonly first_at: Date
  readonly last_at: Date
  readonly body: Uint8Array
}

export interface StatementQuery {
  readonly userId: UserId
  /** Lines with a smaller id alone. */
  readonly before: bigint
  /** Lines at times in this span alone: from here … until before here. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** A user's statements that may have such lines, newest first, each decoded when it is asked for. */
export async function* statementsOf(
  reader: Reader,
  { userId, before, from, to }: StatementQuery,
): AsyncGenerator<{ readonly firstPosting: bigint; readonly lines: readonly LineRow[] }> {
  let below: bigint | undefined
  for (;;) {
    const { rows } = await reader.query<PartRow>({
      name: 'ledger_statements',
      text: `SELECT first_posting, last_posting, first_at, last_at, body FROM ledger_statement
        WHERE user_id = $1 AND ($2::bigint IS NULL OR last_posting < $2) AND first_posting < $3
          AND ($4::timestamptz IS NULL OR last_at >= $4) AND ($5::timestamptz IS NULL OR first_at < $5)
        ORDER BY last_posting DESC LIMIT $6`,
      values: [userId, below ?? null, before, from ?? null, to ?? null, PARTS_AT_ONCE],
    })
    for (const { first_posting: firstPosting, body } of rows) {
      yield { firstPosting, lines: decodeLines(body).reverse() }
    }
    below = rows.at(-1)?.last_posting
    if (below === undefined || rows.length < PARTS_AT_ONCE) return
  }
}
