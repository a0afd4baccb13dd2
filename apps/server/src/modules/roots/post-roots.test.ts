/** The daily post on the real registry, with a real ledger, and each place at which it can be interrupted. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import { describeOnDatabase, setChainClock, testWallet } from '@dr/test-kit'
import { pino } from 'pino'
import { type Abi, erc20Abi, type Hex, maxUint256, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { addressesOf, attesterKey, type Chain, send, startChain } from '../../../test/app/chain.ts'
import { addressOf, buildDeps, RootsHistory } from '../../../test/modules/roots.ts'
import { createKeeper, type Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import { findPosted, readEpoch } from './chain-epochs.ts'
import { createFloorReader } from './chain-floors.ts'
import { ForeignRootsError, type PostRoots, postRoots } from './post-roots.ts'
import { readProofs, writeProofIndex } from './proof-index.ts'
import { readFilesOf, readStoredLines } from './roots-store.ts'

const DR = BOOKS.findIndex(({ vault, token }) => vault === 2 && token === 'DR')
const DAY = 86_400
const attester = privateKeyToAccount(attesterKey)

let chain: Chain
let start: Hex
beforeAll(async () => {
  chain = await startChain()
  for (const role of ['witness', 'guardian']) {
    await chain.anvil.client.setBalance({ address: testWallet(role).address, value: 10n ** 20n })
  }
  const { contracts } = chain.deployment
  const args = [contracts.withdrawalVault2, 10n ** 6n]
  await send(chain, chain.holder, {
    address: contracts.dr,
    abi: erc20Abi as Abi,
    functionName: 'transfer',
    args,
  })
  start = await chain.anvil.client.snapshot()
})
afterAll(async () => chain?.anvil.stop())
beforeEach(async () => {
  await chain.anvil.client.revert({ id: start })
  start = await chain.anvil.client.snapshot()
})

const newKeeper = (): Keeper =>
  createKeeper({ client: chain.client, key: attesterKey, receiptTimeoutMs: 10_000 })

/** The ledger has processed the newest final block, the one before the newest. */
const catchUp = async (database: Database): Promise<void> => {
  const { number, timestamp } = await chain.client.getBlock()
  await setChainClock(database.single, { number, timestamp })
  await chain.anvil.mine(1)
}
const travel = async (seconds: number): Promise<void> => {
  await chain.anvil.client.increaseTime({ seconds })
  await chain.anvil.mine(1)
}
const call = (from: Parameters<typeof send>[1], functionName: string, args: readonly unknown[]) =>
  send(chain, from, {
    address: addressesOf(chain.deployment).RootRegistry,
    abi: rootRegistryAbi as Abi,
    functionName,
    args,
  })
const lastEpoch = (deps: PostRoots) =>
  chain.client.readContract({ address: deps.registry, abi: rootRegistryAbi, functionName: 'lastEpoch' })
const stateOf = async (deps: PostRoots, epoch: bigint) =>
  readEpoch(deps, { epoch, blockNumber: await chain.client.getBlockNumber() })
const confirm = async (deps: PostRoots, epoch: bigint) => {
  await call(testWallet('witness'), 'confirm', [epoch, (await stateOf(deps, epoch)).digest])
}

/** A ledger with two users, and the job on it. */
const open = async (database: Database, more: Partial<PostRoots> = {}) => {
  const contracts = addressesOf(chain.deployment)
  const books = new RootsHistory(database)
  for (const person of [0, 1]) {
    await books.apply({ kind: 'register', person, book: DR, amount: 0n })
    await books.apply({ kind: 'earn', person, book: DR, amount: 100n })
  }
  const deps: PostRoots = {
    ...buildDeps(database),
    origin: {
      registry: contracts.RootRegistry,
      vaults: contracts.withdrawalVaults,
      tokens: { DR: contracts.DR, USDT: contracts.USDT },
    },
    readFloors: createFloorReader({ client: chain.client, contracts, suspendedAccounts: async () => [] }),
    client: chain.client,
    registry: contracts.RootRegistry,
    attester: newKeeper(),
    foreignEpochs: [],
    witnessUrl: undefined,
    countSuspense: async () => 0,
    logger: pino({ level: 'silent' }),
    ...more,
  }
  await travel(60)
  await catchUp(database)
  return { books, deps, contracts }
}

/** Posts zeros with the attester's key, as a thief of it would. */
const postForeign = async (deps: PostRoots, epoch: bigint) => {
  const { vaults, tokens } = deps.origin
  const books = BOOKS.map(({ vault, token }) => ({
    vault: vaults[vault],
    token: tokens[token],
    hash: zeroHash,
    total: 0n,
  }))
  await call(attester, 'post', [epoch, (await chain.client.getBlockNumber()) - 1n, books])
}

describeOnDatabase('the daily post of roots', ({ openDatabase }) => {
  test('once a day; after confirmation and seven days its proofs are granted', async () => {
    const database = await openDatabase()
    const { deps, contracts } = await open(database)
    const file = await postRoots(deps)
    expect(file).toMatchObject({ epoch: 1n, lines: 2n, kept: 0n, lifted: 0n })
    expect(await findPosted(database.read, await stateOf(deps, 1n))).toMatchObject({ file, refused: 0 })
    expect(await postRoots(deps)).toBeNull()
    await confirm(deps, 1n)
    await travel(7 * DAY)
    const folder = await mkdtemp(join(tmpdir(), 'dr-roots-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const index = await writeProofIndex(database.read, { id: file?.id ?? 0n, folder: join(folder, 'index') })
    const proof = (await readProofs(index, addressOf(1)))[DR]
    expect(
      await chain.client.readContract({
        address: deps.registry,
        abi: rootRegistryAbi,
        functionName: 'granted',
        args: [contracts.withdrawalVaults[2], addressOf(1), contracts.DR, proof as NonNullable<typeof proof>],
      }),
    ).toBe(100n)

    const account = addressOf(1)
    await chain.anvil.client.setBalance({ address: account, value: 10n ** 18n })
    await chain.anvil.client.impersonateAccount({ address: account })
    await chain.anvil.client.writeContract({
      chain: null,
      account,
      address: contracts.withdrawalVaults[2],
      abi: withdrawalVaultAbi,
      functionName: 'claim',
      args: [contracts.DR, maxUint256, proof as NonNullable<typeof proof>],
    })
    await chain.anvil.mine(1)
    const readFloors = createFloorReader({
      client: chain.client,
      contracts,
      suspendedAccounts: async () => [account],
    })
    const floors = BOOKS.map((_, book) => (book === DR ? 100n : 0n))
    expect(await readFloors(database.read, await chain.client.getBlockNumber())).toEqual(
      new Map([[account, floors]]),
    )
    await catchUp(database)
    expect(await postRoots(deps)).toMatchObject({ epoch: 2n })
  })

  test('what was earned never falls below what was confirmed, whatever the ledger says', async () => {
    const database = await openDatabase()
    const { deps, books } = await open(database)
    await postRoots(deps)
    await confirm(deps, 1n)
    await books.give(0, 1, DR, 40n)
    await travel(DAY)
    await catchUp(database)
    const second = await postRoots(deps)
    expect(second).toMatchObject({ epoch: 2n, kept: 1n })
    const lines = []
    for await (const part of readStoredLines(database.read, second?.id ?? 0n)) lines.push(...part.lines)
    expect(lines.map(({ earned }) => earned[DR])).toEqual([100n, 140n])
  })

  test('a file that was stored and not sent is sent unchanged', async () => {
    const database = await openDatabase()
    const { deps, books } = await open(database)
    const dead: Keeper = { call: () => Promise.reject(new Error('killed')) }
    await expect(postRoots({ ...deps, attester: dead })).rejects.toThrow('killed')
    const [stored] = await readFilesOf(database.read, 1n)
    await books.apply({ kind: 'earn', person: 0, book: DR, amount: 7n })
    await travel(60)
    await catchUp(database)
    expect(await postRoots(deps)).toEqual(stored)
    expect(await readFilesOf(database.read, 1n)).toHaveLength(1)
  })

  test('what was sent before a crash is found on chain, also by a file that was replaced meanwhile', async () => {
    const database = await openDatabase()
    const { deps } = await open(database)
    const dead: Keeper = { call: () => Promise.reject(new Error('killed')) }
    await expect(postRoots({ ...deps, attester: dead })).rejects.toThrow('killed')
    await travel(3_601)
    await catchUp(database)
    await expect(postRoots({ ...deps, attester: dead })).rejects.toThrow('killed')
    const [first, second] = await readFilesOf(database.read, 1n)
    expect(second?.snapshotBlock).toBeGreaterThan(first?.snapshotBlock ?? 0n)
    // the transaction of the first comes after all
    const late: Keeper = {
      call: async (of) => {
        const { rows } = await database.read.query({
          text: 'SELECT vault, token, hash, total FROM roots_book WHERE file_id = $1 ORDER BY place',
          values: [first?.id],
        })
        await newKeeper().call({ ...of, args: [1n, first?.snapshotBlock, rows] })
        throw new Error('killed before the receipt')
      },
    }
    await expect(postRoots({ ...deps, attester: late })).rejects.toThrow('killed before the receipt')
    expect(await postRoots(deps)).toBeNull()
    expect(await findPosted(database.read, await stateOf(deps, 1n))).toMatchObject({ file: first })
  })

  test('two workers post one epoch', async () => {
    const database = await openDatabase()
    const { deps } = await open(database)
    await Promise.allSettled([postRoots(deps), postRoots({ ...deps, attester: newKeeper() })])
    expect(await lastEpoch(deps)).toBe(1n)
    expect(await findPosted(database.read, await stateOf(deps, 1n))).not.toBeNull()
    expect(await postRoots(deps)).toBeNull()
  })

  test('foreign roots stop it, until they are void or named in the configuration', async () => {
    const database = await openDatabase()
    const { deps } = await open(database)
    await postForeign(deps, 1n)
    await expect(postRoots(deps)).rejects.toThrow(ForeignRootsError)
    await travel(DAY)
    await catchUp(database)
    await expect(postRoots(deps)).rejects.toThrow(ForeignRootsError)
    const fork = await chain.anvil.client.snapshot()
    expect(await postRoots({ ...deps, foreignEpochs: [1n] })).toMatchObject({ epoch: 2n })
    const heads = []
    for await (const { head } of readStoredLines(database.read, 1n)) heads.push(head)
    expect(heads[0]?.foreignEpochs).toEqual([1])
    await chain.anvil.client.revert({ id: fork })
    await call(testWallet('guardian'), 'veto', [1n])
    expect(await postRoots(deps)).toMatchObject({ epoch: 2n })
  })

  test('nothing is built while events are not booked, or while the ledger is behind', async () => {
    const database = await openDatabase()
    const { deps } = await open(database)
    await expect(postRoots({ ...deps, countSuspense: async () => 1 })).rejects.toThrow(
      '1 events are not booked',
    )
    await travel(3_700)
    await expect(postRoots(deps)).rejects.toThrow('the ledger is behind the chain')
    await catchUp(database)
    await postRoots(deps)
    await travel(DAY)
    await expect(postRoots(deps)).rejects.toThrow('the ledger is behind the chain')
    expect(await readFilesOf(database.read, 2n)).toEqual([])
  })
})
