import type { Reader } from '../../../platform/database/database.ts'
import type { AccountCode } from '../account.ts'
import { chainHash, changesOf, decompress, NO_HASH, readLines } from './archive-lines.rules.ts'
import { createStatementCheck } from './check-statements.ts'

/** One file of the archive, as the table has it. */
export interface ArchiveFile {
  readonly id: bigint
  readonly firstJournal: bigint
  readonly lastJournal: bigint
  readonly journals: number
  readonly hash: Uint8Array
  readonly content: Uint8Array
}

export interface ArchiveFinding {
  /** The file, the account, or the user. */
  readonly subject: string
  readonly what: string
}

export interface ArchiveReport {
  readonly files: number
  readonly journals: bigint
  readonly findings: readonly ArchiveFinding[]
}

const nextFile = async (reader: Reader, after: bigint): Promise<ArchiveFile | undefined> => {
  const { rows } = await reader.query<ArchiveFile>({
    name: 'ledger_archive_file',
    text: `SELECT id, first_journal AS "firstJournal", last_journal AS "lastJournal", journals, hash, content
      FROM ledger_archive WHERE id > $1 ORDER BY id LIMIT 1`,
    values: [after],
  })
  return rows[0]
}

export async function* archiveFiles(reader: Reader): AsyncGenerator<ArchiveFile> {
  let after = 0n
  for (;;) {
    const file = await nextFile(reader, after)
    if (file === undefined) return
    yield file
    after = file.id
  }
}

const readOpenings = async (reader: Reader): Promise<Map<AccountCode, bigint>> => {
  const { rows } = await reader.query<{ code: AccountCode; amount: bigint }>({
    text: 'SELECT a.code, o.amount FROM ledger_opening o JOIN ledger_account a ON a.id = o.account_id',
  })
  return new Map(rows.map(({ code, amount }) => [code, amount]))
}

/** A file that is not what its row says. `previous`: the hash of the file before. */
export const findingOf = (
  file: ArchiveFile,
  { previous, expectedId, lines }: { previous: Uint8Array; expectedId: bigint; lines: Buffer },
): ArchiveFinding | undefined => {
  const subject = `file ${file.id}`
  if (file.id !== expectedId) return { subject, what: `file ${expectedId} is missing before it` }
  if (!chainHash(previous, lines).equals(file.hash))
    return { subject, what: 'its hash is not that of its lines' }
  const journals = readLines(lines)
  const ids = journals.map(({ id }) => BigInt(id))
  if (
    ids.length !== Number(file.journals) ||
    ids[0] !== file.firstJournal ||
    ids.at(-1) !== file.lastJournal
  ) {
    return { subject, what: 'its journals are not those that its row names' }
  }
  return undefined
}

/** How many of the keys cannot be posted again. */
export const archivedKeys = async (reader: Reader, keys: readonly string[]): Promise<bigint> => {
  const { rows } = await reader.query<{ n: bigint }>({
    name: 'ledger_archive_keys_kept',
    text: `SELECT count(*) AS n FROM unnest($1::text[]) AS f (key)
      JOIN ledger_archived_key k ON k.hash = journal_key_hash(f.key)`,
    values: [keys],
  })
  return rows[0]?.n ?? 0n
}

/**
 * Reads the archive from the first file: each hash follows from the one before and the lines, the lines of
 * all files add up to the openings that the ledger's audit begins with, each key cannot be posted again, and
 * users' statements say what the files say. `contentOf`: the file's bytes,
 * from the table by default. Run it in one snapshot (REPEATABLE READ), or while nothing is being archived.
 */
export const verifyArchive = async (
  reader: Reader,
  {
    contentOf = async ({ content }) => content,
  }: { contentOf?: (file: ArchiveFile) => Promise<Uint8Array> } = {},
): Promise<ArchiveReport> => {
  const findings: ArchiveFinding[] = []
  const sums = new Map<AccountCode, bigint>()
  const statements = createStatementCheck()
  let [files, journals, previous, last] = [0, 0n, NO_HASH, 0n]
  for await (const file of archiveFiles(reader)) {
    files += 1
    try {
      const lines = decompress(await contentOf(file))
      const finding = findingOf(file, { previous, expectedId: BigInt(files), lines })
      if (finding) findings.push(finding)
      const read = readLines(lines)
      journals += BigInt(read.length)
      for (const [code, change] of changesOf(read)) sums.set(code, (sums.get(code) ?? 0n) + change)
      statements.add(read)
      const keys = new Set(read.map(({ key }) => key))
      const missing = BigInt(read.length) - (await archivedKeys(reader, [...keys]))
      if (missing > 0n)
        findings.push({ subject: `file ${file.id}`, what: `${missing} of its keys can be posted again` })
    } catch (error) {
      findings.push({ subject: `file ${file.id}`, what: `cannot be read: ${error}` })
    }
    previous = file.hash
    last = file.lastJournal
  }
  const openings = await readOpenings(reader)
  for (const code of new Set([...sums.keys(), ...openings.keys()])) {
    const [expected, found] = [sums.get(code) ?? 0n, openings.get(code) ?? 0n]
    if (expected !== found)
      findings.push({ subject: code, what: `the files add up to ${expected}, the opening is ${found}` })
  }
  const { rows } = await reader.query<{ n: bigint }>({
    text: 'SELECT count(*) AS n FROM ledger_archived_key',
  })
  const kept = rows[0]?.n ?? 0n
  if (kept > journals)
    findings.push({ subject: 'keys', what: `${kept} are kept, the files have ${journals} journals` })
  findings.push(...(await statements.finish(reader, last)))
  return { files, journals, findings }
}
