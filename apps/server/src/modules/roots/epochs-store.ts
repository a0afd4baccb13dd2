/** Epochs of the registry as the database has them, each with its file. */
import { ROOTS_FINALITY_SECONDS } from '@dr/protocol/calls/roots'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { ChainEpoch } from './chain-epochs.ts'

export interface StoredEpoch extends ChainEpoch {
  /** Books that the contract refused, as bits. */
  readonly refused: number
  /** Null: its roots are no file of this server; then there is no snapshot either. */
  readonly fileId: bigint | null
  readonly snapshotBlock: bigint | null
  readonly snapshotTime: bigint | null
  /** Whether the file's text is still kept. */
  readonly hasText: boolean
}

interface EpochRow {
  epoch: bigint
  posted_at: bigint
  confirmed_at: bigint
  is_void: boolean
  digest: LowerHex
  refused: bigint | number
  file_id: bigint | null
  snapshot_block: bigint | null
  snapshot_time: bigint | null
  has_text: boolean
}

/** Seconds of the chain's time from which on it is final; null: it is not confirmed. */
export const finalAt = ({ confirmedAt }: Pick<ChainEpoch, 'confirmedAt'>): bigint | null =>
  confirmedAt > 0n ? confirmedAt + BigInt(ROOTS_FINALITY_SECONDS) : null

/** Whether the chain says so for good at `now`, in Unix seconds. */
export const isFinal = (epoch: Pick<ChainEpoch, 'confirmedAt' | 'isVoid'>, now: bigint): boolean => {
  const from = finalAt(epoch)
  return !epoch.isVoid && from !== null && now >= from
}

/** All epochs, newest first. */
export const readEpochs = async (reader: Reader): Promise<StoredEpoch[]> => {
  const { rows } = await reader.query<EpochRow>({
    name: 'roots_epochs_read',
    text: `SELECT e.epoch, e.posted_at, e.confirmed_at, e.is_void, e.digest, e.refused, e.file_id,
        f.snapshot_block, f.snapshot_time,
        EXISTS (SELECT FROM roots_piece p WHERE p.file_id = e.file_id AND p.part = 0) AS has_text
      FROM roots_epoch e LEFT JOIN roots_file f ON f.id = e.file_id ORDER BY e.epoch DESC`,
    values: [],
  })
  return rows.map((row) => ({
    epoch: row.epoch,
    postedAt: row.posted_at,
    confirmedAt: row.confirmed_at,
    isVoid: row.is_void,
    digest: row.digest,
    refused: Number(row.refused),
    fileId: row.file_id,
    snapshotBlock: row.snapshot_block,
    snapshotTime: row.snapshot_time,
    hasText: row.has_text,
  }))
}

export const storeEpoch = async (
  tx: Tx,
  {
    epoch,
    postedAt,
    confirmedAt,
    isVoid,
    digest,
    refused,
    fileId,
  }: ChainEpoch & Pick<StoredEpoch, 'refused' | 'fileId'>,
): Promise<void> => {
  await tx.query({
    name: 'roots_epoch_store',
    text: `INSERT INTO roots_epoch (epoch, posted_at, confirmed_at, is_void, digest, refused, file_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (epoch) DO UPDATE SET posted_at = $2, confirmed_at = $3, is_void = $4, digest = $5,
        refused = $6, file_id = $7`,
    values: [epoch, postedAt, confirmedAt, isVoid, digest, refused, fileId],
  })
}

/**
 * Deletes the texts of all files but for these, of epochs of which the posted file is known; the roots of each
 * stay.
 */
export const deleteTexts = async (tx: Tx, kept: readonly bigint[]): Promise<void> => {
  await tx.query({
    name: 'roots_pieces_delete',
    text: `DELETE FROM roots_piece WHERE file_id IN (
        SELECT f.id FROM roots_file f JOIN roots_epoch e ON e.epoch = f.epoch
        WHERE e.file_id IS NOT NULL AND NOT f.id = ANY($1::bigint[]))`,
    values: [kept],
  })
}
