/** Whether the statements that users are shown are what the archive's files say, and nothing else. */
import { hash, randomBytes } from 'node:crypto'
import type { Reader } from '../../../platform/database/database.ts'
import type { LineRow } from '../line-row.ts'
import type { ArchivedJournal } from './archive-lines.rules.ts'
import { decodeLines, lineText } from './statement-body.rules.ts'

const STATEMENTS_AT_ONCE = 500
const HASH_DIGITS = 32
const MODULUS = 1n << 128n

interface StatementRow {
  readonly user_id: bigint
  readonly last_posting: bigint
  readonly first_posting: bigint
  readonly first_at: Date
  readonly last_at: Date
  readonly body: Uint8Array
}

async function* allStatements(reader: Reader): AsyncGenerator<StatementRow> {
  let after: readonly [bigint, bigint] = [0n, 0n]
  for (;;) {
    const { rows } = await reader.query<StatementRow>({
      name: 'ledger_statements_all',
      text: `SELECT user_id, last_posting, first_posting, first_at, last_at, body FROM ledger_statement
        WHERE (user_id, last_posting) > ($1, $2) ORDER BY user_id, last_posting LIMIT $3`,
      values: [...after, STATEMENTS_AT_ONCE],
    })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = [last.user_id, last.last_posting]
  }
}

const userOf = (kind: string, id: string | undefined): bigint | null =>
  kind.startsWith('user-') && id !== undefined ? BigInt(id) : null

/** The lines of a journal, as `write-statements.ts` reads them out of the tables. */
const linesOf = (journal: ArchivedJournal): LineRow[] =>
  journal.postings.map(([id, from, to, amount]) => {
    const [vault, token, fromKind = '', fromUser] = from.split(':')
    const [, , toKind = '', toUser] = to.split(':')
    return {
      id: BigInt(id),
      journal_id: BigInt(journal.id),
      at: new Date(journal.at),
      reason: journal.reason,
      vault: Number(vault),
      token,
      amount: BigInt(amount),
      source: journal.source,
      from_kind: fromKind,
      to_kind: toKind,
      from_user: userOf(fromKind, fromUser),
      to_user: userOf(toKind, toUser),
    } as LineRow
  })

/** A statement whose row would hide lines, or show them out of order. */
const misdescribed = (row: StatementRow, lines: readonly LineRow[]): boolean => {
  const times = lines.map(({ at }) => at.getTime())
  return (
    lines[0]?.id !== row.first_posting ||
    lines.at(-1)?.id !== row.last_posting ||
    Math.min(...times) !== row.first_at.getTime() ||
    Math.max(...times) !== row.last_at.getTime() ||
    lines.some(({ id }, index) => index > 0 && id <= (lines[index - 1] as LineRow).id)
  )
}

export interface StatementCheck {
  /** What a file has. */
  add(journals: readonly ArchivedJournal[]): void
  /** `archivedThrough`: the last journal of the files. */
  finish(reader: Reader, archivedThrough: bigint): Promise<{ subject: string; what: string }[]>
}

/**
 * Lines of files are added and lines of statements subtracted, by owner, as numbers that a key of this run
 * makes of them: no one who wrote them could know it, so different lines with one sum are not to be had. One
 * number a user is kept, whatever the number of lines.
 */
export const createStatementCheck = (): StatementCheck => {
  const key = randomBytes(32).toString('hex')
  const sums = new Map<bigint, bigint>()
  const hashOf = (line: LineRow): bigint =>
    BigInt(`0x${hash('sha256', key + lineText(line)).slice(0, HASH_DIGITS)}`)
  const change = (owner: bigint, by: bigint): void => {
    const sum = ((sums.get(owner) ?? 0n) + by + MODULUS) % MODULUS
    if (sum === 0n) sums.delete(owner)
    else sums.set(owner, sum)
  }
  return {
    add: (journals) => {
      for (const line of journals.flatMap(linesOf)) {
        const owners = new Set([line.from_user, line.to_user])
        for (const owner of owners) if (owner !== null) change(owner, hashOf(line))
      }
    },
    finish: async (reader, archivedThrough) => {
      const { rows } = await reader.query<{ last: bigint }>({
        text: 'SELECT last_journal AS last FROM ledger_archive_run',
      })
      // A run that is under way has written statements of journals that are still in the tables.
      const through = rows[0]?.last ?? archivedThrough
      const findings: { subject: string; what: string }[] = []
      for await (const row of allStatements(reader)) {
        const subject = `user ${row.user_id}, statement up to posting ${row.last_posting}`
        try {
          const lines = decodeLines(row.body)
          if (misdescribed(row, lines))
            findings.push({ subject, what: 'its lines are not those that its row names' })
          for (const line of lines) {
            if (line.journal_id <= archivedThrough) change(row.user_id, -hashOf(line))
            else if (line.journal_id > through)
              findings.push({ subject, what: `posting ${line.id} is in no file` })
          }
        } catch (error) {
          findings.push({ subject, what: `cannot be read: ${error}` })
        }
      }
      for (const owner of sums.keys())
        findings.push({ subject: `user ${owner}`, what: 'the statements are not what the files say' })
      return findings
    },
  }
}
