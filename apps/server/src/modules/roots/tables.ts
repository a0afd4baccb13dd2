import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { address, baseUnits, bytes, bytes32, unixSeconds } from '../../platform/database/columns.ts'

/**
 * Files of roots, posted or not. Several can be of one epoch, since a file that was not posted in time is
 * replaced, and the old one's transaction may still come; never two of one block.
 */
export const rootsFile = pgTable(
  'roots_file',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    epoch: bigint('epoch', { mode: 'bigint' }).notNull(),
    snapshotBlock: bigint('snapshot_block', { mode: 'bigint' }).notNull(),
    snapshotHash: bytes32('snapshot_hash').notNull(),
    snapshotTime: unixSeconds('snapshot_time').notNull(),
    lines: bigint('lines', { mode: 'bigint' }).notNull().default(sql`0`),
    /** Numbers that the ledger no longer gives, and that the file keeps. */
    kept: bigint('kept', { mode: 'bigint' }).notNull().default(sql`0`),
    /** Numbers that cover what the vault paid beyond the ledger. */
    lifted: bigint('lifted', { mode: 'bigint' }).notNull().default(sql`0`),
  },
  (table) => [
    uniqueIndex('roots_file_once').on(table.epoch, table.snapshotBlock),
    check('roots_file_epoch', sql`${table.epoch} > 0`),
  ],
)

/** Roots of a file's books, in their order. */
export const rootsBook = pgTable(
  'roots_book',
  {
    fileId: bigint('file_id', { mode: 'bigint' }).notNull(),
    place: smallint('place').notNull(),
    vault: address('vault').notNull(),
    token: address('token').notNull(),
    hash: bytes32('hash').notNull(),
    total: baseUnits('total').notNull(),
  },
  (table) => [
    primaryKey({ name: 'roots_book_pk', columns: [table.fileId, table.place] }),
    foreignKey({ name: 'roots_book_file', columns: [table.fileId], foreignColumns: [rootsFile.id] }),
  ],
)

/** A file's text, compressed in pieces. */
export const rootsPiece = pgTable(
  'roots_piece',
  {
    fileId: bigint('file_id', { mode: 'bigint' }).notNull(),
    part: integer('part').notNull(),
    /** A whole gzip file; one after the other they are one of the text. */
    data: bytes('data').notNull(),
  },
  (table) => [
    primaryKey({ name: 'roots_piece_pk', columns: [table.fileId, table.part] }),
    foreignKey({ name: 'roots_piece_file', columns: [table.fileId], foreignColumns: [rootsFile.id] }),
  ],
)

/** Epochs of the registry, as of the newest final block that was looked at. */
export const rootsEpoch = pgTable(
  'roots_epoch',
  {
    epoch: bigint('epoch', { mode: 'bigint' }).primaryKey(),
    postedAt: unixSeconds('posted_at').notNull(),
    /** 0: not confirmed. */
    confirmedAt: unixSeconds('confirmed_at').notNull().default(sql`0`),
    isVoid: boolean('is_void').notNull(),
    digest: bytes32('digest').notNull(),
    /** Books that the contract refused, as bits. */
    refused: integer('refused').notNull().default(0),
    /** The file that was posted; null: no file of this server. */
    fileId: bigint('file_id', { mode: 'bigint' }),
  },
  (table) => [
    foreignKey({ name: 'roots_epoch_file', columns: [table.fileId], foreignColumns: [rootsFile.id] }),
  ],
)
