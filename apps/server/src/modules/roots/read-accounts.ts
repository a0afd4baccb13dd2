/**
 * What each account ever earned in each book, by the ledger: what it has there and what has accrued, plus all
 * that was paid, less its deposits and what was transferred to it (ADR 0073). Events that are not booked
 * change neither side.
 */
import { BOOKS } from '@dr/protocol/roots/roots-file'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { type UserId, userIdOf } from '../../platform/ids.ts'

/** A number for each book, in base units. */
export interface AccountNumbers {
  readonly account: LowerHex
  /** Null: it cannot be computed. */
  readonly computed: readonly (bigint | null)[]
  /** See `EarnedInput`. */
  readonly floors: readonly bigint[]
}

export type AccruedReader = (
  reader: Reader,
  userIds: readonly UserId[],
) => Promise<ReadonlyMap<UserId, bigint | null>>

/** The book of what machines earn. */
const MINING_BOOK = BOOKS.findIndex(({ vault, token }) => vault === 0 && token === 'DR')
/** Accounts of a batch, and users of one. */
const BATCH = 2_000

const ofEachBook = (column: (condition: string, at: number) => string): string =>
  BOOKS.map(({ vault, token }, at) => column(`vault = ${vault} AND token = '${token}'`, at)).join(', ')

const ownOf = (at: number): string => `COALESCE(l.own${at}, 0) + COALESCE(b.own${at}, 0)`
/** A floor that is not above what is read beside it says nothing; what was mined is not read here. */
const floorOf = (at: number): string =>
  at === MINING_BOOK ? `b.floor${at}` : `CASE WHEN b.floor${at} > ${ownOf(at)} THEN b.floor${at} END`

/** Numbers of all accounts, in order of address. */
const ALL_ACCOUNTS = `SELECT COALESCE(u.address, b.account) AS account, u.id AS user_id, ${ofEachBook(
  (_, at) => `${ownOf(at)} AS own${at}, ${floorOf(at)} AS floor${at}`,
)}
  FROM users u
    LEFT JOIN (
      SELECT user_id, ${ofEachBook((book, at) => `sum(balance) FILTER (WHERE ${book}) AS own${at}`)}
      FROM ledger_account WHERE user_id IS NOT NULL GROUP BY user_id
    ) l ON l.user_id = u.id
    FULL JOIN (
      SELECT account COLLATE "C" AS account, ${ofEachBook(
        (book, at) => `max(unattributed + paid - credited) FILTER (WHERE ${book}) AS own${at},
          max(GREATEST(paid + pending, free) - credited) FILTER (WHERE ${book}) AS floor${at}`,
      )}
      FROM account_book GROUP BY account COLLATE "C"
    ) b ON b.account = u.address
  ORDER BY COALESCE(u.address, b.account) COLLATE "C"`

type AccountRow = { account: LowerHex; user_id: bigint | null } & Record<`own${number}`, bigint> &
  Record<`floor${number}`, bigint | null>

/** Amounts that machines have earned and users have not collected; null: it cannot be computed. */
const readAccrued = async (reader: Reader, accrued: AccruedReader): Promise<Map<UserId, bigint | null>> => {
  const all = new Map<UserId, bigint | null>()
  for (let after = 0n, more = true; more; ) {
    const { rows } = await reader.query<{ id: bigint }>({
      name: 'roots_users',
      text: 'SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2',
      values: [after, BATCH],
    })
    const userIds = rows.map(({ id }) => userIdOf(id))
    for (const [userId, amount] of await accrued(reader, userIds)) if (amount !== 0n) all.set(userId, amount)
    after = rows.at(-1)?.id ?? after
    more = rows.length === BATCH
  }
  return all
}

/**
 * Plans for reading all rows of each table once, in its own order, and sorting them: an account's rows lie far apart,
 * so that indexes would wait for the disk some ten times for each, and sums by hashing need more memory.
 */
const PLANNER = { cursor_tuple_fraction: '1', enable_indexscan: 'off', enable_hashagg: 'off' } as const
const WORK_MEM = '64MB'

const openCursor = async (tx: Tx): Promise<void> => {
  await tx.query({ text: `SET LOCAL work_mem TO '${WORK_MEM}'` })
  for (const [name, value] of Object.entries(PLANNER))
    await tx.query({ text: `SET LOCAL ${name} TO ${value}` })
  await tx.query({ text: `DECLARE roots_accounts NO SCROLL CURSOR FOR ${ALL_ACCOUNTS}` })
  for (const name of Object.keys(PLANNER)) await tx.query({ text: `SET LOCAL ${name} TO DEFAULT` })
}

/**
 * Numbers of users, and of accounts without a user that deposited or were paid, in batches in order of address, none
 * empty. Only inside a transaction that reads one state of the database.
 */
export async function* readAccounts(tx: Tx, accrued: AccruedReader): AsyncGenerator<AccountNumbers[]> {
  const mined = await readAccrued(tx, accrued)
  await openCursor(tx)
  const own = BOOKS.map((_, at) => `own${at}` as const)
  const floor = BOOKS.map((_, at) => `floor${at}` as const)
  for (let more = true; more; ) {
    const { rows } = await tx.query<AccountRow>({ text: `FETCH ${BATCH} FROM roots_accounts` })
    more = rows.length === BATCH
    if (rows.length === 0) continue
    yield rows.map((row) => {
      const computed: (bigint | null)[] = own.map((name) => row[name] as bigint)
      const pending = row.user_id === null ? 0n : mined.get(userIdOf(row.user_id))
      if (pending === null) computed[MINING_BOOK] = null
      else if (pending) computed[MINING_BOOK] = (computed[MINING_BOOK] as bigint) + pending
      return { account: row.account, computed, floors: floor.map((name) => row[name] ?? 0n) }
    })
  }
  await tx.query({ text: 'CLOSE roots_accounts' })
}
