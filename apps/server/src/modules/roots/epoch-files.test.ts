import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BOOKS, type RootsHead } from '@dr/protocol/roots/roots-file'
import { describeOnDatabase } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { hexOf, ORIGIN, storeText } from '../../../test/modules/roots.ts'
import { suspendedAccounts } from '../../indexer/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { createEpochFiles, isKept, type KeptEpoch } from './epoch-files.ts'
import { deleteTexts, readEpochs, storeEpoch } from './epochs-store.ts'

const ACCOUNT = hexOf(7, 20)

/** Posts an epoch whose one line has its number in each book. */
const storeOne = async (database: Database, epoch: number): Promise<bigint> => {
  const head: RootsHead = {
    chainId: 31337,
    ...ORIGIN,
    epoch,
    snapshotBlock: epoch,
    snapshotHash: hexOf(1, 32),
    snapshotTime: 1_800_000_000,
    foreignEpochs: [],
  }
  const lines = [{ account: ACCOUNT, earned: BOOKS.map(() => BigInt(epoch)) }]
  const fileId = await storeText(database, { head, lines })
  await storeEpoch(database.single, {
    epoch: BigInt(epoch),
    postedAt: 1_800_000_000n,
    confirmedAt: 0n,
    isVoid: false,
    digest: hexOf(epoch, 32),
    refused: 0,
    fileId,
  })
  return fileId
}

const open = async (database: Database) => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-epochs-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return { directory, files: createEpochFiles({ reader: database.read, directory }) }
}

describeOnDatabase('files of epochs on disk', ({ openDatabase }) => {
  test('what is not kept any more leaves the database, and the disk with the next file', async () => {
    const database = await openDatabase()
    const { directory, files } = await open(database)
    const ids = [await storeOne(database, 1), await storeOne(database, 2)]
    const first = await files.open(1)
    expect((await readFile(first?.path ?? '', 'utf8')).split('\n')).toHaveLength(3)
    await deleteTexts(database.single, [ids[1] as bigint])
    expect(await files.open(1)).toBeNull()
    expect((await files.open(2))?.hash).toBe(hexOf(2, 32))
    expect((await readdir(directory)).map((name) => name.split('-')[0])).toEqual(['2'])
  })

  test('candidates for the next epoch, and for one whose file is not known, keep their text', async () => {
    const database = await openDatabase()
    const posted = await storeOne(database, 1)
    const candidate = await storeOne(database, 2)
    const unknown = await storeOne(database, 3)
    await database.single.script(
      'DELETE FROM roots_epoch WHERE epoch = 2; UPDATE roots_epoch SET file_id = NULL WHERE epoch = 3',
    )
    await deleteTexts(database.single, [posted])
    const { rows } = await database.read.query<{ file_id: bigint }>({
      text: 'SELECT DISTINCT file_id FROM roots_piece ORDER BY file_id',
    })
    expect(rows.map(({ file_id }) => file_id)).toEqual([posted, candidate, unknown])
  })

  test('concurrent callers get the same proof, and one on another disk as well', async () => {
    const database = await openDatabase()
    await storeOne(database, 3)
    const [epoch] = (await readEpochs(database.read)).filter(isKept)
    const proof = { epoch: 3n, earned: 3n, index: 0n, path: [] }
    const [one, other] = [await open(database), await open(database)]
    for (const { files } of [one, one, other]) {
      const asked = [1, 2, 3].map(() => files.proofsOf(epoch as KeptEpoch, ACCOUNT))
      for (const proofs of await Promise.all(asked)) expect(proofs).toEqual(BOOKS.map(() => proof))
    }
  })

  test('accounts of events that are not booked are those that the events name', async () => {
    const database = await openDatabase()
    const topicOf = (account: string) => `0x${account.slice(2).padStart(64, '0')}`
    const topics = [hexOf(9, 32), topicOf(ACCOUNT), topicOf(`0x${'ab'.repeat(20)}`), `0x${'cd'.repeat(32)}`]
    await database.single.query({
      text: `INSERT INTO suspense_event (chain_id, block_number, block_hash, block_timestamp, tx_hash, log_index,
          address, handler, topics, data, error)
        VALUES (31337, 1, $1, 1, $1, 0, $2, 'test', $3, '0x', 'refused')`,
      values: [hexOf(5, 32), ACCOUNT, JSON.stringify(topics)],
    })
    expect((await suspendedAccounts(database.read)).toSorted()).toEqual([ACCOUNT, `0x${'ab'.repeat(20)}`])
    await database.single.script("UPDATE suspense_event SET resolved_at = now(), resolution = 'test'")
    expect(await suspendedAccounts(database.read)).toEqual([])
  })
})
