/**
 * The daily roots of a million accounts that earned in all five books. `roots.build`: seconds to compute and
 * store the file, its pieces and roots in a durable PostgreSQL (reference: reading the same rows once);
 * `.memory`: MB of the process meanwhile (reference: before). `roots.proof`: ms to read an account's five
 * proofs from the index on disk (reference: the reads alone); `.bytes`: the longest proof of a book as the
 * server sends it (reference: its hashes and sums as the contract takes them). `roots.verify`: ms to check
 * five proofs in Chromium, the first time on a page (reference: once more).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootsProof } from '@dr/protocol/calls/roots'
import { accruedOfMany } from '@dr/server/modules/mining/collect/accrued-of-many'
import { type BuiltRoots, buildRoots } from '@dr/server/modules/roots/build-roots'
import { createEpochFiles, isKept, type KeptEpoch } from '@dr/server/modules/roots/epoch-files'
import { readEpochs } from '@dr/server/modules/roots/epochs-store'
import { proveAccount } from '@dr/server/modules/roots/list-epochs'
import { readBlock, readProofIndex, readProofs } from '@dr/server/modules/roots/proof-index'
import type { Database } from '@dr/server/platform/database/database'
import type { LowerHex } from '@dr/server/platform/hex'
import { startPostgres } from '@dr/test-kit'
import type { Bench, BenchContext } from './bench.ts'
import { type Figure, figure } from './figure.ts'
import { NOW, openFilled } from './ledger/seed-database.ts'
import { accountsOf } from './roots/accounts.ts'
import { verifyInBrowser } from './roots/verify.ts'
import { medianTime, middleBy } from './rounds.ts'

const ACCOUNTS = 1_000_000
const SAMPLED = 500
const READS = 3
const MB = 1e6
const SECOND = 1_000
const RSS_EVERY_MS = 50
/** Bytes of a hash and a sum. */
const NODE_BYTES = 64

const addressAt = (place: number): LowerHex => `0x${place.toString(16).padStart(40, '0')}` as LowerHex
const CONTRACTS = {
  withdrawalVaults: [addressAt(0xa0), addressAt(0xa1), addressAt(0xa2)],
  DR: addressAt(0xd7),
  USDT: addressAt(0x75),
}
const ORIGIN = {
  registry: addressAt(0xe9),
  vaults: CONTRACTS.withdrawalVaults,
  tokens: { DR: CONTRACTS.DR, USDT: CONTRACTS.USDT },
}

/** Runs `work`, and gives the largest resident set meanwhile, bytes. */
const withPeak = async <T>(work: () => Promise<T>): Promise<{ result: T; peak: number }> => {
  let peak = 0
  const look = (): void => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const timer = setInterval(look, RSS_EVERY_MS)
  try {
    const result = await work()
    look()
    return { result, peak }
  } finally {
    clearInterval(timer)
  }
}

const measureBuild = async (
  database: Database,
  log: BenchContext['log'],
): Promise<{ built: BuiltRoots; figures: Figure[] }> => {
  const before = process.memoryUsage.rss()
  const read = async (): Promise<void> => {
    for (const table of ['users', 'ledger_account', 'account_book', 'mining_position'])
      await database.read.query({ text: `SELECT count(t::text) FROM ${table} t` })
  }
  const reference = (await medianTime(READS, read)) / SECOND
  const started = performance.now()
  const { result: built, peak } = await withPeak(() =>
    buildRoots(
      {
        database,
        chainId: 31337,
        origin: ORIGIN,
        accrued: (reader, userIds) => accruedOfMany(reader, { userIds, startTime: 0n }),
        readFloors: async () => new Map(),
      },
      { epoch: 1n, foreignEpochs: [], previous: null },
    ),
  )
  const value = (performance.now() - started) / SECOND
  if (built.file.lines !== BigInt(ACCOUNTS)) throw new Error(`the file has ${built.file.lines} lines`)
  log(`roots.build: ${built.file.lines} lines`)
  return {
    built,
    figures: [
      figure({ bench: 'roots.build', value, unit: 's', reference }),
      figure({ bench: 'roots.build.memory', value: peak / MB, unit: 'MB', reference: before / MB }),
    ],
  }
}

/** Says that the file was posted and confirmed. */
const openEpoch = async (database: Database, { file }: BuiltRoots): Promise<KeptEpoch> => {
  await database.single.query({
    text: `INSERT INTO roots_epoch (epoch, posted_at, confirmed_at, is_void, digest, file_id)
      VALUES ($1, $2, $2, false, $3, $4)`,
    values: [file.epoch, NOW, `0x${'ab'.repeat(32)}`, file.id],
  })
  const epoch = (await readEpochs(database.read)).find(isKept)
  if (!epoch) throw new Error('the epoch has no file')
  return epoch
}

const readSample = async (database: Database): Promise<LowerHex[]> => {
  const { rows } = await database.read.query<{ address: LowerHex }>({
    text: 'SELECT address FROM users WHERE id % $1 = 7 ORDER BY md5(address)',
    values: [ACCOUNTS / SAMPLED],
  })
  return rows.map(({ address }) => address)
}

/** Milliseconds that `work` takes for each account: the median. */
const timeEach = async (accounts: readonly LowerHex[], work: (account: LowerHex) => Promise<unknown>) => {
  const times: number[] = []
  for (const account of accounts) times.push(await medianTime(1, () => work(account)))
  return middleBy(times, Number)
}

const measureProofs = async (database: Database, built: BuiltRoots, { defer, log }: BenchContext) => {
  const directory = await mkdtemp(join(tmpdir(), 'dr-bench-roots-'))
  defer(() => rm(directory, { recursive: true }))
  const epoch = await openEpoch(database, built)
  const files = createEpochFiles({ reader: database.read, directory })
  const [first, ...accounts] = (await readSample(database)) as [LowerHex, ...LowerHex[]]
  log(`roots.proof: index in ${Math.round(await medianTime(1, () => files.proofsOf(epoch, first)))} ms`)
  const value = await timeEach(accounts, (account) => files.proofsOf(epoch, account))
  const index = await readProofIndex(join(directory, `1-${'ab'.repeat(8)}`, 'proofs'))
  if (!index) throw new Error('there is no index')
  const places: [string, number][] = []
  await readProofs(index, first, (path, at) => {
    places.push([path, at])
    return readBlock(path, at)
  })
  const reference = await timeEach(accounts, async () => {
    for (const [path, at] of places) await readBlock(path, at)
  })
  const answers = []
  for (const account of accounts)
    answers.push(
      rootsProof.response.parse(await proveAccount({ database, files, contracts: CONTRACTS }, account)),
    )
  const books = answers.flatMap(({ newest }) => newest?.books ?? [])
  const longest = Math.max(...books.map((book) => JSON.stringify(book).length))
  const levels = Math.max(...books.map(({ path }) => path.length))
  return {
    answers,
    figures: [
      figure({ bench: 'roots.proof', value, unit: 'ms', reference }),
      figure({ bench: 'roots.proof.bytes', value: longest, unit: 'bytes', reference: levels * NODE_BYTES }),
    ],
  }
}

export const roots: Bench = {
  figures: {
    'roots.build': { of: 'value', is: 'at most', limit: 30 },
    'roots.build.memory': { of: 'value', is: 'at most', limit: 1_500 },
    'roots.proof': { of: 'value', is: 'at most', limit: 5 },
    'roots.proof.bytes': { of: 'value', is: 'at most', limit: 2_500 },
    'roots.verify': { of: 'value', is: 'at most', limit: 50 },
  },
  async run(context) {
    const cluster = await startPostgres({ durable: true })
    context.defer(cluster.stop)
    const statements = accountsOf(ACCOUNTS)
    const database = await openFilled(context, { cluster, name: 'accounts', statements })
    const { built, figures } = await measureBuild(database, context.log)
    const proofs = await measureProofs(database, built, context)
    const verified = await verifyInBrowser(context, {
      head: built.head,
      books: built.books,
      answers: proofs.answers,
    })
    return [...figures, ...proofs.figures, figure({ bench: 'roots.verify', unit: 'ms', ...verified })]
  },
}
