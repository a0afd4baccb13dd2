/**
 * Program part of `0032_rows_stay.sql`: restores the rows that the programs of 0027 and 0028 had compressed
 * (ADR 0048, superseded by ADR 0061). Frozen with it, and self-contained. The newest file of the ledger's
 * archive comes first, so the lowest journal in the table shows the progress.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import type { Tx } from '../src/platform/database/database.ts'

const ORDERS_AT_ONCE = 500
const USERS_AT_ONCE = 100

/** Stops archiving: no program starts it any more, and a running one stops after its batch. */
const STOP_ARCHIVING = `UPDATE installation SET value = 'infinity' WHERE name = 'archive-from' AND value <> 'infinity';
  DELETE FROM ledger_archive_run`

const NEXT_FILE = `SELECT f.id, f.journals, f.postings, f.hash, f.content, before.hash AS previous
  FROM ledger_archive f LEFT JOIN ledger_archive before ON before.id = f.id - 1
  WHERE f.last_journal < coalesce((SELECT min(id) FROM journal), 9223372036854775807)
  ORDER BY f.last_journal DESC LIMIT 1`

const INSERT_JOURNALS = `WITH line AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS l (id bigint, key text, reason text, vault smallint, at timestamptz, source jsonb, postings jsonb)
  ), journals AS (
    INSERT INTO journal (id, key, reason, vault, at, source) OVERRIDING SYSTEM VALUE
      SELECT id, key, reason, vault, at, source FROM line ORDER BY id RETURNING id
  ), postings AS (
    INSERT INTO posting (id, journal_id, from_account, to_account, amount) OVERRIDING SYSTEM VALUE
      SELECT (p ->> 0)::bigint, line.id, f.id, t.id, (p ->> 3)::numeric
      FROM line CROSS JOIN LATERAL jsonb_array_elements(line.postings) AS p
        JOIN ledger_account f ON f.code = p ->> 1 JOIN ledger_account t ON t.code = p ->> 2
      ORDER BY 1 RETURNING id
  )
  SELECT (SELECT count(*) FROM journals) AS journals, (SELECT count(*) FROM postings) AS postings`

interface ArchiveFile {
  readonly id: bigint
  readonly journals: bigint | number
  readonly postings: bigint | number
  /** SHA-256 of the previous file's hash (32 zero bytes for the first), then the lines. */
  readonly hash: Uint8Array
  /** gzip of JSON lines, each a journal with its postings. */
  readonly content: Uint8Array
  readonly previous: Uint8Array | null
}

/** Restores the next file's journals and postings, with their ids. False if there is none. */
const restoreJournals = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<ArchiveFile>({ text: NEXT_FILE })
  const [file] = rows
  if (file === undefined) return false
  const lines = gunzipSync(file.content)
  const previous = file.id === 1n ? new Uint8Array(32) : (file.previous ?? new Uint8Array())
  if (!createHash('sha256').update(previous).update(lines).digest().equals(file.hash))
    throw new Error(`file ${file.id} of the ledger's archive is not what its hash says`)
  const { rows: counts } = await tx.query<{ journals: bigint; postings: bigint }>({
    text: INSERT_JOURNALS,
    values: [`[${lines.toString().trimEnd().split('\n').join()}]`],
  })
  const [count] = counts
  if (count?.journals !== BigInt(file.journals) || count.postings !== BigInt(file.postings))
    throw new Error(
      `file ${file.id} of the ledger's archive names ${file.journals} journals and ${file.postings} postings, not ${count?.journals} and ${count?.postings}`,
    )
  return true
}

/** Accounts whose sum of archived postings differs between the archive and the restored rows. */
const OPENINGS_THAT_DIFFER = `SELECT coalesce(o.account_id, p.account) AS account
  FROM ledger_opening o FULL JOIN (
    SELECT account, sum(change) AS amount FROM (
      SELECT from_account AS account, -amount AS change FROM posting
        WHERE journal_id <= (SELECT max(last_journal) FROM ledger_archive)
      UNION ALL
      SELECT to_account, amount FROM posting WHERE journal_id <= (SELECT max(last_journal) FROM ledger_archive)
    ) c GROUP BY account
  ) p ON p.account = o.account_id
  WHERE coalesce(o.amount, 0) <> coalesce(p.amount, 0) LIMIT 1`

const requireOpenings = async (tx: Tx): Promise<void> => {
  const { rows } = await tx.query<{ account: bigint }>({ text: OPENINGS_THAT_DIFFER })
  if (rows[0]) throw new Error(`the archived postings of account ${rows[0].account} are not all there`)
}

const TAKE_ORDERS = `DELETE FROM voucher_order_past WHERE (user_id, seq) IN (
    SELECT user_id, seq FROM voucher_order_past ORDER BY user_id, seq LIMIT ${ORDERS_AT_ONCE}
  ) RETURNING user_id, seq, id, kind, body`

/** All columns but `request_key`, which was not archived: only open orders need it. */
const COLUMNS = `id, seq, kind, user_id, account, contract, nonce, deadline, digest, status, typed_data, signature, prices,
  outgoing, incoming, remaining, details, issued_at_block, created_at, tx_hash, block_number, resolved_at`

const INSERT_ORDERS = `INSERT INTO voucher_order (${COLUMNS}) OVERRIDING SYSTEM VALUE
  SELECT ${COLUMNS} FROM json_populate_recordset(NULL::voucher_order, $1::json)`

const ORDER_FORMAT = 1
const HEAD_BYTES = 3
/** A JSON string, or the placeholder of the n-th of the hex values that follow. */
const MARKED = /"(?:[^"\\]|\\.)*"|`(\d+)`/g
/** Typical orders, one of each kind: zlib's dictionary. */
const readDictionary = (): Buffer =>
  Buffer.from(readFileSync(new URL('0032_order_dictionary.txt', import.meta.url), 'utf8').trimEnd())

/**
 * The rest of an order's row: the format, the length of the compressed JSON (two bytes), that JSON, and its
 * hex values, each its length and its bytes.
 */
const decodeOrder = (body: Uint8Array, dictionary: Buffer): Record<string, unknown> => {
  const bytes = Buffer.from(body)
  if (bytes[0] !== ORDER_FORMAT) throw new Error(`an order of format ${bytes[0]}`)
  const end = HEAD_BYTES + bytes.readUInt16BE(1)
  const json = inflateRawSync(bytes.subarray(HEAD_BYTES, end), { dictionary }).toString()
  const values: string[] = []
  for (let at = end; at < bytes.length; ) {
    const valueEnd = at + 1 + bytes.readUInt8(at)
    values.push(bytes.toString('hex', at + 1, valueEnd))
    at = valueEnd
  }
  return JSON.parse(
    json.replace(MARKED, (text, place?: string) =>
      place === undefined ? text : `"0x${values[Number(place)]}"`,
    ),
  )
}

interface PastOrder {
  readonly user_id: bigint
  readonly seq: bigint
  readonly id: string
  readonly kind: string
  readonly body: Uint8Array
}

/** Restores the next orders. False if there are none. */
const restoreOrders = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<PastOrder>({ text: TAKE_ORDERS })
  if (rows.length === 0) return false
  const dictionary = readDictionary()
  const orders = rows.map(({ user_id, seq, id, kind, body }) => ({
    ...decodeOrder(body, dictionary),
    ...{ id, kind, seq: seq.toString(), user_id: user_id.toString() },
  }))
  await tx.query({ text: INSERT_ORDERS, values: [JSON.stringify(orders)] })
  return true
}

/** A user collects at most once a day, so user, time and amount identify the journal of a collection. */
const RESTORE_COLLECTS = `WITH gone AS (
    DELETE FROM mining_collect_month WHERE user_id IN (
      SELECT DISTINCT user_id FROM mining_collect_month ORDER BY user_id LIMIT ${USERS_AT_ONCE}
    ) RETURNING user_id, at, amount
  ), folded AS (
    SELECT gone.user_id, c.at, c.amount FROM gone CROSS JOIN LATERAL unnest(gone.at, gone.amount) AS c (at, amount)
  ), restored AS (
    INSERT INTO mining_collect (journal_id, user_id, at, amount, release_id)
      SELECT j.id, f.user_id, f.at, f.amount, (j.source ->> 'releaseId')::bigint
      FROM folded f JOIN ledger_account a ON a.code = '0:DR:user-available:' || f.user_id
        JOIN posting p ON p.to_account = a.id AND p.amount = f.amount
        JOIN journal j ON j.id = p.journal_id AND j.reason = 'mining.collect' AND j.at = to_timestamp(f.at)
      ORDER BY j.id RETURNING journal_id
  )
  SELECT (SELECT count(*) FROM folded) AS folded, (SELECT count(*) FROM restored) AS restored`

/** Restores the next users' collections, each with its journal and release, which the ledger has. */
const restoreCollects = async (tx: Tx): Promise<boolean> => {
  const { rows } = await tx.query<{ folded: bigint; restored: bigint }>({ text: RESTORE_COLLECTS })
  const { folded = 0n, restored = 0n } = rows[0] ?? {}
  if (folded !== restored) throw new Error(`of ${folded} collects ${restored} are in the ledger`)
  return folded > 0n
}

/** Restores one batch in the caller's transaction. Returns whether there may be more. */
export const restoreRows = async (tx: Tx): Promise<boolean> => {
  await tx.script(STOP_ARCHIVING)
  if (await restoreJournals(tx)) return true
  await requireOpenings(tx)
  return (await restoreOrders(tx)) || (await restoreCollects(tx))
}
