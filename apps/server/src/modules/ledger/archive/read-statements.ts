import type { Reader } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { LineRow } from '../line-row.ts'
import { decodeLines } from './statement-body.rules.ts'

/** Read at once; a page mostly needs one. */
const STATEMENTS_AT_ONCE = 4

interface StatementRow {
  readonly last_posting: bigint
  readonly body: Uint8Array
}

interface StatementQuery {
  readonly userId: UserId
  /** Lines with a smaller id alone. */
  readonly before: bigint
  /** Lines at times in this span alone: from here … until before here. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

interface Statement {
  /** No line of this or of a later one in the order is newer. */
  readonly lastPosting: bigint
  /** Newest first. */
  readonly readLines: () => readonly LineRow[]
}

/** A user's statements that may have such lines, by their newest line, newest first. */
export async function* statementsOf(
  reader: Reader,
  { userId, before, from, to }: StatementQuery,
): AsyncGenerator<Statement> {
  let below: bigint | undefined
  for (;;) {
    const { rows } = await reader.query<StatementRow>({
      name: 'ledger_statements',
      text: `SELECT last_posting, body FROM ledger_statement
        WHERE user_id = $1 AND ($2::bigint IS NULL OR last_posting < $2) AND first_posting < $3
          AND ($4::timestamptz IS NULL OR last_at >= $4) AND ($5::timestamptz IS NULL OR first_at < $5)
        ORDER BY last_posting DESC LIMIT $6`,
      values: [userId, below ?? null, before, from ?? null, to ?? null, STATEMENTS_AT_ONCE],
    })
    for (const { last_posting: lastPosting, body } of rows) {
      yield { lastPosting, readLines: () => decodeLines(body).reverse() }
    }
    below = rows.at(-1)?.last_posting
    if (below === undefined || rows.length < STATEMENTS_AT_ONCE) return
  }
}
