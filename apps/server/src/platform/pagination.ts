import { AppError } from './app-error.ts'

/** A page of a list (docs/product.md 11): `nextCursor` is null on the last one. */
export interface Page<Item> {
  readonly items: Item[]
  readonly nextCursor: string | null
}

const CURSOR_BYTES = 8
/** Maximum of PostgreSQL's bigint. */
export const ID_MAX = 2n ** 63n - 1n

/** An opaque cursor after the row with this id. */
const encodeCursor = (id: bigint): string => {
  const bytes = Buffer.alloc(CURSOR_BYTES)
  bytes.writeBigUInt64BE(id)
  return bytes.toString('base64url')
}

/**
 * The id after which a page begins. Throws `AppError` BAD_PARAMETER for a cursor that this server did not
 * issue.
 */
export const decodeCursor = (cursor: string): bigint => {
  const bytes = Buffer.from(cursor, 'base64url')
  const known = bytes.length === CURSOR_BYTES && bytes.toString('base64url') === cursor
  const id = known ? bytes.readBigUInt64BE() : -1n
  if (id < 0n || id > ID_MAX) throw new AppError('BAD_PARAMETER', { details: { path: 'cursor' } })
  return id
}

/**
 * The exclusive upper bound of ids for a list with the newest first: the cursor's id, or the maximum for the
 * first page. Throws as `decodeCursor`.
 */
export const beforeCursor = (cursor: string | undefined): bigint =>
  cursor === undefined ? ID_MAX : decodeCursor(cursor)

/**
 * The page of rows that were queried with one more than `limit`, which shows whether there is another page.
 */
export const toPage = <Row, Item>(
  rows: readonly Row[],
  { limit, idOf, itemOf }: { limit: number; idOf: (row: Row) => bigint; itemOf: (row: Row) => Item },
): Page<Item> => {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map(itemOf),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(idOf(last)) : null,
  }
}
