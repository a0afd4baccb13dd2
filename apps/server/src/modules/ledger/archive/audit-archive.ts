import type { Reader } from '../../../platform/database/database.ts'
import type { LedgerFinding } from '../audit-ledger.ts'
import { decompress, NO_HASH, readLines } from './archive-lines.rules.ts'
import { type ArchiveFile, archivedKeys, findingOf } from './verify-archive.ts'

type FileAndBefore = ArchiveFile & { readonly previous: Uint8Array | null }

/** Its keys, once its hash and its journals are as its row says. */
const keysOf = ({ previous, ...file }: FileAndBefore): { keys: readonly string[] } | { wrong: string } => {
  try {
    const lines = decompress(file.content)
    const finding = findingOf(file, { previous: previous ?? NO_HASH, expectedId: file.id, lines })
    return finding ? { wrong: finding.what } : { keys: readLines(lines).map(({ key }) => key) }
  } catch (error) {
    return { wrong: `cannot be read: ${error}` }
  }
}

const whatIsWrong = async (reader: Reader, file: FileAndBefore): Promise<string | undefined> => {
  const read = keysOf(file)
  if ('wrong' in read) return read.wrong
  const again = BigInt(read.keys.length) - (await archivedKeys(reader, read.keys))
  return again === 0n ? undefined : `${again} of its keys can be posted again`
}

/**
 * Two files of the archive: the newest, and each hour of the chain's clock another of all by turns. Its hash
 * follows from the one before and its lines, and its keys cannot be posted again. All of it at once is
 * `verifyArchive`.
 */
export const auditArchive = async (reader: Reader): Promise<LedgerFinding[]> => {
  const { rows } = await reader.query<FileAndBefore>({
    name: 'ledger_archive_audited',
    text: `SELECT f.id, f.first_journal AS "firstJournal", f.last_journal AS "lastJournal", f.journals, f.hash,
        f.content, p.hash AS previous
      FROM (SELECT max(id) AS id FROM ledger_archive) newest
      CROSS JOIN (SELECT coalesce(max(block_timestamp), 0) / 3600 AS hours FROM chain_clock) clock
      JOIN ledger_archive f ON f.id = newest.id OR f.id = clock.hours % newest.id + 1
      LEFT JOIN ledger_archive p ON p.id = f.id - 1
      ORDER BY f.id`,
  })
  const findings: LedgerFinding[] = []
  for (const file of rows) {
    const what = await whatIsWrong(reader, file)
    if (what === undefined) continue
    findings.push({
      rule: 'archive-file-is-whole',
      subject: `file ${file.id}: ${what}`,
      expected: 0n,
      found: 1n,
    })
  }
  return findings
}
