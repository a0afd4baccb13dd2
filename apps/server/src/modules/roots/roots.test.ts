/** The daily roots in the whole server: tick, calls, files, and a restore of an older backup. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import type { ResponseOf } from '@dr/protocol/call'
import { publicRoots, rootsProof } from '@dr/protocol/calls/roots'
import { describeOnDatabase, testWallet } from '@dr/test-kit'
import { type Abi, erc20Abi, type Hex } from 'viem'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { addressesOf, type Chain, send, startChain } from '../../../test/app/chain.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../test/app/test-app.ts'
import type { Database } from '../../platform/database/database.ts'
import { posting, postJournal } from '../ledger/index.ts'
import { createFinalProofOf } from './index.ts'

const DAY = 86_400
const DATABASES_TIMEOUT = 120_000

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
  for (const role of ['witness', 'guardian']) {
    await chain.anvil.client.setBalance({ address: testWallet(role).address, value: 10n ** 20n })
  }
  const { dr, withdrawalVault2 } = chain.deployment.contracts
  const args = [withdrawalVault2, 10n ** 6n]
  await send(chain, chain.holder, { address: dr, abi: erc20Abi as Abi, functionName: 'transfer', args })
  chain.start.id = await chain.anvil.client.snapshot()
})
afterAll(async () => chain?.anvil.stop())

let earned = 0
/** Credits a user in the node account's DR. */
const earn = async ({ database }: TestApp, { userId }: TestUser, amount: bigint): Promise<void> => {
  earned += 1
  const place = { vault: 2, token: 'DR' } as const
  await database.transaction((tx) =>
    postJournal(tx, {
      key: `test:${earned}`,
      reason: 'test.move',
      at: new Date(1_800_000_000_000),
      source: { kind: 'test' },
      postings: [
        posting({ ...place, from: { kind: 'chain' }, to: { kind: 'user-available', userId }, amount }),
      ],
    }),
  )
}

const open = async (database: Database, environment: NodeJS.ProcessEnv = {}) => {
  const app = await startTestApp(chain, database, { environment })
  const tick = app.composition.ticks.find(({ name }) => name === 'roots.post')
  const registry = addressesOf(chain.deployment).RootRegistry
  const call = (role: string, functionName: string, args: readonly unknown[]) =>
    send(chain, testWallet(role), { address: registry, abi: rootRegistryAbi as Abi, functionName, args })
  return {
    app,
    run: async () => {
      await tick?.run(new AbortController().signal)
      await app.finalize()
    },
    list: async () => (await app.call(publicRoots, undefined, {})).epochs,
    prove: async (address: Hex): Promise<ResponseOf<typeof rootsProof>> => {
      const route = app.composition.routes.find((one) => one.call === rootsProof)
      const answer = await route?.handle({ params: { address }, body: {}, caller: undefined } as never)
      return rootsProof.response.parse(answer)
    },
    confirm: async (epoch: bigint) => {
      const at = { address: registry, abi: rootRegistryAbi } as const
      const { digest } = await chain.client.readContract({ ...at, functionName: 'epochOf', args: [epoch] })
      await call('witness', 'confirm', [epoch, digest])
      await app.finalize()
    },
    call,
    figures: async () => {
      const text = await app.registry.metrics()
      return Object.fromEntries(
        [...text.matchAll(/^(roots_\S+) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]),
      )
    },
  }
}

/** Answers with these files under /roots/, as the witness does. */
const serveFiles = async (files: ReadonlyMap<string, string>): Promise<string> => {
  const server = createServer((request, response) => {
    const text = files.get(String(request.url))
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describeOnDatabase('daily roots', ({ openDatabase }) => {
  test(
    'are posted, listed, served and proved; final ones are what a claim needs',
    async () => {
      const { app, run, list, prove, confirm, figures } = await open(await openDatabase())
      const alice = await app.newUser('alice')
      await earn(app, alice, 100n)
      await app.finalize()
      await run()
      await run()
      const [first, ...others] = await list()
      expect(others).toEqual([])
      expect(first).toMatchObject({
        epoch: 1,
        state: 'posted',
        confirmedAt: null,
        file: '/roots/roots-1.txt',
      })
      expect(first?.books.map(({ total, posted }) => [total, posted])).toEqual([
        ['0', true],
        ['0', true],
        ['0', true],
        ['0', true],
        ['100', true],
      ])
      const opened = await app.composition.openRoots(1)
      expect(opened?.hash).toBe(first?.digest)
      expect(await readFile(opened?.path ?? '', 'utf8')).toContain(`\n${alice.account} 0 0 0 0 100\n`)
      expect(await app.composition.openRoots(2)).toBeNull()
      const facts = await app.composition.openRoots(1, 'facts')
      const [head] = (await readFile(opened?.path ?? '', 'utf8')).split('\n')
      expect(await readFile(facts?.path ?? '', 'utf8')).toBe(`${head}\n`)
      expect(await app.composition.openRoots(2, 'facts')).toBeNull()
      expect(await prove(alice.account)).toMatchObject({
        newest: { epoch: 1, books: [{ earned: '100', index: '0', path: [] }] },
        final: null,
      })
      expect(await figures()).toMatchObject({
        roots_posting: 1,
        roots_posted_at_seconds: first?.postedAt,
        roots_unconfirmed_seconds: expect.any(Number),
        'roots_troubles{trouble="kept"}': 0,
      })

      await confirm(1n)
      await run()
      expect(await list()).toMatchObject([{ epoch: 1, state: 'confirmed' }])
      expect(await figures()).toMatchObject({ roots_unconfirmed_seconds: 0 })
      await app.travel(7 * DAY)
      await run()
      await run()
      expect(await list()).toMatchObject([{ state: 'posted' }, { state: 'final' }])
      expect(await prove(alice.account)).toMatchObject({ newest: { epoch: 2 }, final: { epoch: 1 } })
      const finalProofOf = createFinalProofOf({
        database: app.database,
        dataDirectory: (opened?.path ?? '').split('/roots/')[0] ?? '',
      })
      const place = { account: alice.account, vault: 2, token: 'DR' } as const
      expect(await finalProofOf(place)).toEqual({ epoch: 1n, earned: 100n, index: 0n, path: [] })
      expect(await finalProofOf({ ...place, token: 'USDT' })).toBeUndefined()
    },
    DATABASES_TIMEOUT,
  )

  test(
    'foreign and vetoed ones are shown as that',
    async () => {
      const { app, run, list, call, figures } = await open(await openDatabase())
      await run()
      await run()
      await call('guardian', 'veto', [1n])
      await app.finalize()
      await run()
      expect(await list()).toMatchObject([{ epoch: 1, state: 'void' }])
      expect(await figures()).toMatchObject({ 'roots_troubles{trouble="void"}': 1 })
      await app.database.single.script('UPDATE roots_epoch SET file_id = NULL, is_void = false')
      expect(await list()).toMatchObject([
        { epoch: 1, state: 'foreign', books: [], file: null, snapshotBlock: null },
      ])
    },
    DATABASES_TIMEOUT,
  )

  test(
    'files that a restore has lost come from the witness, and no others do',
    async () => {
      const files = new Map<string, string>()
      const { app, run, list, confirm } = await open(await openDatabase(), {
        WITNESS_URL: await serveFiles(files),
      })
      const alice = await app.newUser('alice')
      await earn(app, alice, 100n)
      await app.finalize()
      await run()
      await run()
      await confirm(1n)
      await run()
      const text = await readFile((await app.composition.openRoots(1))?.path ?? '', 'utf8')
      await app.database.single.script(
        'DELETE FROM roots_epoch; DELETE FROM roots_piece; DELETE FROM roots_book; DELETE FROM roots_file',
      )
      await app.travel(DAY)
      await expect(run()).rejects.toThrow('neither this server nor the witness has a file of them')
      files.set('/roots/roots-1.txt', text.replace(' 100\n', ' 101\n'))
      await expect(run()).rejects.toThrow('is not the posted one')
      files.set('/roots/roots-1.txt', text)
      await run()
      await run()
      expect(await list()).toMatchObject([
        { epoch: 2 },
        { epoch: 1, state: 'confirmed', file: '/roots/roots-1.txt' },
      ])
      const again = await app.composition.openRoots(1)
      expect(await readFile(again?.path ?? '', 'utf8')).toBe(text)
    },
    DATABASES_TIMEOUT,
  )
})
