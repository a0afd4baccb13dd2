/** The hostile operator as the app sees it: what its server answers, against what stands on the real registry. */
import type { ResponseOf } from '@dr/protocol/call'
import { rootsProof } from '@dr/protocol/calls/roots'
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import { createRootsParser, type RootsHead, type RootsLine } from '@dr/protocol/roots/roots-file'
import { type Address, type Hex, parseEther, type TestClient, zeroHash } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { config } from '../../api/test-config.ts'
import { addressKey, writeStored } from '../../lib/storage.ts'
import { readExit } from './read-exit.ts'

type Served = ResponseOf<typeof rootsProof>
interface File {
  readonly head: RootsHead
  readonly text: string
}
/** The chain of the exit page's tests. */
interface ExitChain {
  readonly anvil: { readonly client: TestClient; stop(): Promise<void> }
  readonly contracts: { readonly withdrawalVault0: Address }
  readonly publicClient: unknown
  give(symbol: 'DR', to: Address, amount: bigint): Promise<unknown>
  fileOf(epoch: number, earned: ReadonlyMap<Address, { '0 DR': bigint }>): Promise<File>
  post(file: File): Promise<void>
  confirm(epoch: number): Promise<void>
  travel(seconds: number): Promise<void>
  finalise(file: File): Promise<void>
}

const mocked = vi.hoisted(() => ({
  config: null as unknown,
  client: null as unknown,
  answer: (): unknown => undefined,
}))
vi.mock('../../api/config.ts', () => ({
  loadConfig: async () => mocked.config,
  setConfigStandIn: () => undefined,
}))
vi.mock('./public-client.ts', () => ({ loadChainClient: async () => mocked.client }))
vi.mock('../../api/client.ts', () => ({ callApi: async () => mocked.answer() }))

const ada: Address = `0x${'ad'.repeat(20)}`
const ben: Address = `0x${'be'.repeat(20)}`
const thief: Address = `0x${'ff'.repeat(20)}`
type Earned = Readonly<Record<Address, bigint>>
const [adas, bens] = [parseEther('50'), parseEther('20')]
const EARNED: Earned = { [ada]: adas, [ben]: bens }
const FINALITY_SECONDS = 7 * 86_400

let chain: ExitChain
let start: Hex
let first: File

/** File of what accounts earned in the miner account. */
const fileOf = (epoch: number, earned: Earned): Promise<File> => {
  const lines = Object.entries(earned) as [Address, bigint][]
  return chain.fileOf(epoch, new Map(lines.map(([account, amount]) => [account, { '0 DR': amount }])))
}

/** An epoch as the server answers it, with ada's lines and paths. */
const servedOf = ({ head, text }: File): NonNullable<Served['final']> => {
  const lines: RootsLine[] = []
  const parser = createRootsParser({ head: () => undefined, line: (line) => void lines.push(line) })
  parser.push(new TextEncoder().encode(text))
  parser.end()
  const trees = createBookTrees(head, { watch: ada })
  for (const line of lines) trees.add(line)
  return {
    epoch: head.epoch,
    state: 'posted',
    snapshotBlock: String(head.snapshotBlock),
    snapshotTime: head.snapshotTime,
    postedAt: head.snapshotTime,
    confirmedAt: null,
    finalAt: null,
    digest: zeroHash,
    books: trees.finish().flatMap(({ vault, token, proof }) =>
      proof === null
        ? []
        : [
            {
              vault,
              token,
              earned: String(proof.earned),
              index: String(proof.index),
              path: proof.path.map(({ hash, sum }) => ({ hash, sum: String(sum) })),
            },
          ],
    ),
  }
}
/** Answers of the server about its newest and its final epoch. */
const answer = (newest: File | null, final: File | null): void => {
  const served = {
    account: ada,
    newest: newest && servedOf(newest),
    final: final && servedOf(final),
  }
  mocked.answer = () => rootsProof.response.parse(served)
}
const read = async () => {
  const reading = await readExit(ada)
  return { ...reading, claimable: reading.report.books[0]?.claimable }
}
const ALL = { claimable: adas }

/** Epoch 1 is final, and the device has ada's proof of it. */
beforeAll(async () => {
  // In a variable: it is for Node, whose types must not enter the app.
  const fixture = '../../../../../e2e/fixtures/exit/exit-chain.ts'
  const { startExitChain } = (await import(/* @vite-ignore */ fixture)) as {
    startExitChain: () => Promise<ExitChain>
  }
  chain = await startExitChain()
  await chain.give('DR', chain.contracts.withdrawalVault0, parseEther('1000'))
  first = await fileOf(1, EARNED)
  await chain.finalise(first)
  const { registry, vaults, tokens, chainId } = first.head
  mocked.client = chain.publicClient
  mocked.config = {
    ...config,
    chain: { ...config.chain, chainId },
    contracts: { ...config.contracts, RootRegistry: registry, withdrawalVaults: vaults, ...tokens },
  }
  start = await chain.anvil.client.snapshot()
}, 120_000)
afterAll(() => chain?.anvil.stop())
beforeEach(async () => {
  await chain.anvil.client.revert({ id: start })
  start = await chain.anvil.client.snapshot()
  writeStored(addressKey('proof', ada), null)
  answer(first, first)
  expect(await read()).toMatchObject({
    ...ALL,
    fault: null,
    isSilent: false,
    newest: { epoch: { epoch: 1n } },
  })
})

it('an account that is left out: missing, and the earlier proof still pays all', async () => {
  const second = await fileOf(2, { [ben]: bens })
  await chain.post(second)
  answer(second, first)
  expect(await read()).toMatchObject({ ...ALL, fault: 'missing' })
  await chain.confirm(2)
  await chain.travel(FINALITY_SECONDS)
  answer(second, second)
  expect(await read()).toMatchObject({ ...ALL, fault: 'missing', proof: { epoch: 1 } })
})

it('a line that shrank: fell, and the earlier proof still pays all', async () => {
  const second = await fileOf(2, { ...EARNED, [ada]: parseEther('49') })
  await chain.finalise(second)
  answer(second, second)
  expect(await read()).toMatchObject({ ...ALL, fault: 'fell', proof: { epoch: 1 } })
})

it('lines that are not the posted ones: differs, in the newest root and in a final one', async () => {
  const said = await fileOf(2, { ...EARNED, [ada]: parseEther('60') })
  await chain.post(await fileOf(2, EARNED))
  answer(said, first)
  expect(await read()).toMatchObject({ ...ALL, fault: 'differs', newest: null })
  answer(first, await fileOf(1, { ...EARNED, [ada]: parseEther('60') }))
  expect(await read()).toMatchObject({ ...ALL, fault: 'differs' })
  writeStored(addressKey('proof', ada), null)
  expect(await read()).toMatchObject({ claimable: 0n, proof: null, fault: 'differs' })
})

it('a smaller final line that is not the posted one: fell, by the device’s own proof', async () => {
  answer(first, await fileOf(1, { ...EARNED, [ada]: parseEther('40') }))
  expect(await read()).toMatchObject({ ...ALL, fault: 'fell' })
})

it('a withheld file is named, and the device’s proof pays all without it', async () => {
  answer(null, null)
  const kept = { ...ALL, fault: null, newest: null, proof: { epoch: 1 } }
  expect(await read()).toMatchObject({ ...kept, isSilent: false, withheld: 1n })
  mocked.answer = () => {
    throw new ApiError({ kind: 'transport', code: 0, status: 0, message: 'no answer' })
  }
  expect(await read()).toMatchObject({ ...kept, isSilent: true, withheld: null })
})

it('a proof that leads nowhere: differs, and the device’s proof pays all', async () => {
  const served = servedOf(first)
  const node = { hash: zeroHash, sum: '0' }
  const wrong = [
    { path: Array.from({ length: 41 }, () => node) },
    { index: '2' },
    { path: [{ hash: zeroHash, sum: String(2n ** 256n - 1n) }] },
  ]
  for (const part of wrong) {
    const false_ = { ...served, books: served.books.map((book) => ({ ...book, ...part })) }
    mocked.answer = () => rootsProof.response.parse({ account: ada, newest: served, final: false_ })
    expect(await read()).toMatchObject({ ...ALL, fault: 'differs', proof: { epoch: 1 } })
  }
})

it('a server that refuses, or answers in no form: the device’s proof pays all', async () => {
  for (const [kind, status] of [
    ['server', 403],
    ['unexpected', 200],
  ] as const) {
    mocked.answer = () => {
      throw new ApiError({ kind, code: 0, status, message: 'no' })
    }
    expect(await read()).toMatchObject({ ...ALL, fault: null, proof: { epoch: 1 }, isSilent: true })
  }
})

it('a root that was just posted is not withheld yet', async () => {
  await chain.post(await fileOf(2, EARNED))
  answer(first, first)
  expect(await read()).toMatchObject({ ...ALL, withheld: null })
  await chain.travel(4_000)
  expect(await read()).toMatchObject({ ...ALL, withheld: 2n })
})

it('a root that the attester alone signed grants nothing, and is shown as unconfirmed', async () => {
  const second = await fileOf(2, { ...EARNED, [ada]: parseEther('500') })
  await chain.post(second)
  await chain.travel(4 * FINALITY_SECONDS)
  answer(second, first)
  expect(await read()).toMatchObject({
    ...ALL,
    fault: null,
    newest: { epoch: { epoch: 2n, state: 'unconfirmed' } },
  })
  answer(second, second)
  expect(await read()).toMatchObject({ ...ALL, proof: { epoch: 1 } })
})

it('NOT seen: another account inflated within what the vault holds beside, until lines are recomputed (R4)', async () => {
  const second = await fileOf(2, { ...EARNED, [thief]: parseEther('500') })
  await chain.finalise(second)
  answer(second, second)
  expect(await read()).toMatchObject({ ...ALL, fault: null, proof: { epoch: 2 } })
})
