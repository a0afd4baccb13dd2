/** The witness on the real registry: what it confirms, and each way in which a post is wrong. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { type Earned, type ExitChain, startExitChain } from '@dr/e2e/fixtures/exit/exit-chain'
import { formatFacts, startMining } from '@dr/e2e/fixtures/exit/mining'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import { type Facts, factsFileName } from '@dr/protocol/roots/facts-file'
import { rootsFileName } from '@dr/protocol/roots/roots-file'
import { testWallet } from '@dr/test-kit/wallets'
import {
  type Abi,
  type Address,
  createPublicClient,
  custom,
  encodeFunctionData,
  type PublicClient,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { parseRoots, siteSource } from './roots-source.ts'
import { fundPools } from './test/test-funding.ts'
import { readMined } from './test/test-mining.ts'
import { startSite } from './test/test-site.ts'
import { type Verdict, type Witness, watchOnce } from './witness.ts'

const PROGRAM = fileURLToPath(new URL('watch-roots.ts', import.meta.url))
const [ada, ben] = [testWallet('witnessed ada'), testWallet('witnessed ben')]
type File = Awaited<ReturnType<ExitChain['fileOf']>>

let chain: ExitChain
let start: `0x${string}`
let kept: string
let ours: Awaited<ReturnType<typeof startSite>>
let mining: Awaited<ReturnType<typeof startMining>>
let minedOf: Awaited<ReturnType<typeof readMined>>
/** Amounts that both have mined, with more or less of it. */
const earned = (more: { readonly ada?: bigint; readonly ben?: bigint } = {}): [Address, Earned][] => [
  [ada.address, { '0 DR': minedOf(ada.address) + (more.ada ?? 0n) }],
  [ben.address, { '0 DR': minedOf(ben.address) + (more.ben ?? 0n) }],
]
const fileOf = (epoch: number, lines = earned()): Promise<File> => chain.fileOf(epoch, new Map(lines))
const publish = ({ head, text }: File, facts: Facts = mining.factsOf(head)): void => {
  ours.texts.set(`/roots/${rootsFileName(head.epoch)}`, text)
  ours.texts.set(`/roots/${factsFileName(head.epoch)}`, formatFacts(facts))
}
const settle = () => chain.anvil.mine(4)
const post = async (file: File): Promise<void> => {
  await chain.post(file)
  await settle()
}

/** ada and ben mine; epoch 1 is confirmed and final, and ada has claimed 10 with it. */
beforeAll(async () => {
  chain = await startExitChain()
  ours = await startSite()
  mining = await startMining(chain)
  await mining.equip(ada, 100n)
  await mining.equip(ben, 50n)
  await chain.travel(2 * DAY_SECONDS)
  await mining.release()
  minedOf = await readMined(chain, mining)
  const first = await fileOf(1)
  await chain.finalise(first)
  publish(first)
  const trees = createBookTrees(first.head, { watch: ada.address.toLowerCase() })
  for (const [account, earned] of parseRoots(Buffer.from(first.text)).lines)
    trees.add({ account: account as Address, earned })
  await chain.call(ada, {
    address: chain.vaults[0] as Address,
    abi: withdrawalVaultAbi as Abi,
    functionName: 'claim',
    args: [chain.token('DR'), parseEther('10'), trees.finish()[0]?.proof],
  })
  await chain.by(testWallet('witness'))
  await settle()
  start = await chain.anvil.client.snapshot()
}, 120_000)
afterAll(async () => {
  ours?.close()
  await chain?.anvil.stop()
})
beforeEach(async () => {
  await chain.anvil.client.revert({ id: start })
  start = await chain.anvil.client.snapshot()
  for (const path of ours.texts.keys()) if (!path.endsWith('-1.txt')) ours.texts.delete(path)
  kept = mkdtempSync(join(tmpdir(), 'dr-witness-'))
  onTestFinished(() => rmSync(kept, { recursive: true }))
})

const witness = (more: Partial<Witness> = {}): Witness => ({
  clients: [chain.publicClient, chain.publicClient],
  site: siteSource(ours.url),
  folder: kept,
  registry: chain.contracts.rootRegistry,
  foreignEpochs: [],
  rangeBlocks: 5_000n,
  key: testWallet('witness'),
  ...more,
})
const epochOf = (epoch: bigint) =>
  chain.publicClient.readContract({ ...chain.registry, functionName: 'epochOf', args: [epoch] })

const veto = encodeFunctionData({ abi: rootRegistryAbi, functionName: 'veto', args: [2n] })
const expectUnconfirmed = async (kind: 'contradicts' | 'waits', reason: string | RegExp): Promise<void> => {
  const verdict = await watchOnce(witness())
  expect(verdict).toMatchObject({ kind, epoch: 2n, ...(kind === 'contradicts' && { veto }) })
  expect('reasons' in verdict && verdict.reasons.join('\n')).toMatch(reason)
  expect((await epochOf(2n)).confirmedAt).toBe(0n)
}
const expectWrong = (reason: string | RegExp) => expectUnconfirmed('contradicts', reason)
const expectWaiting = (reason: string | RegExp) => expectUnconfirmed('waits', reason)

it('confirms an honest post once, and keeps its files', async () => {
  const file = await fileOf(2)
  publish(file)
  await post(file)
  expect(await watchOnce(witness({ key: undefined }))).toMatchObject({ kind: 'holds', txHash: null })
  expect(await watchOnce(witness())).toMatchObject({ kind: 'holds', epoch: 2n, txHash: expect.any(String) })
  await settle()
  expect((await epochOf(2n)).confirmedAt).toBeGreaterThan(0n)
  expect(await watchOnce(witness())).toEqual({ kind: 'idle', epoch: 2n })
  expect(readFileSync(join(kept, 'roots-2.txt'), 'utf8')).toBe(file.text)
  expect(readFileSync(join(kept, 'facts-2.txt'), 'utf8')).toBe(ours.texts.get('/roots/facts-2.txt'))
})

it('compares with the file that it kept, whatever the site says of it later', async () => {
  writeFileSync(join(kept, 'roots-1.txt'), ours.texts.get('/roots/roots-1.txt') ?? '')
  const withheld = ours.texts.get('/roots/roots-1.txt') ?? ''
  ours.texts.delete('/roots/roots-1.txt')
  onTestFinished(() => void ours.texts.set('/roots/roots-1.txt', withheld))
  const file = await fileOf(2)
  publish(file)
  await post(file)
  expect(await watchOnce(witness())).toMatchObject({ kind: 'holds' })
})

it('refuses roots that leave an account out', async () => {
  const file = await fileOf(2, earned().slice(0, 1))
  publish(file)
  await post(file)
  await expectWrong(`R1: ${ben.address.toLowerCase()}: its line has disappeared`)
})

it('refuses roots that shrink a line', async () => {
  const file = await fileOf(2, earned({ ben: -1n }))
  publish(file)
  await post(file)
  await expectWrong(/R1: .*fell from 50000000000000000000 to 49999999999999999999/)
})

it('refuses roots that do not cover what an account took, also against no earlier file', async () => {
  const file = await fileOf(2, [[ada.address, { '0 DR': parseEther('9') }]])
  publish(file)
  await post(file)
  const verdict = await watchOnce(witness({ foreignEpochs: [1] }))
  expect(verdict).toMatchObject({ kind: 'waits', reasons: ['the file names other foreign epochs: none'] })
  await expectWrong(/R2: .*earned 9000000000000000000 \+ credited 0 < 10000000000000000000/)
})

it('confirms no foreign roots, whose file is another one', async () => {
  publish(await fileOf(2))
  await post(await fileOf(2, [...earned(), [testWallet('thief').address, { '0 DR': parseEther('500') }]]))
  await expectWaiting('R3: book (0, DR): file')
})

const withThief = (book: '0 DR' | '1 USDT' | '2 USDT', amount: bigint): [Address, Earned][] => [
  ...earned(),
  [testWallet('thief').address, { [book]: amount }],
]
it.each<[string, () => [Address, Earned][], RegExp]>([
  ['without machines', () => withThief('0 DR', 500n), /0x\w{40}, mining: 500, .* mined 0/],
  ['by a base unit', () => earned({ ada: 1n }), /0x\w{40}, mining: 100\d{18}, and its power mined 100\d{18}/],
  [
    'by dividends without POD power',
    () => withThief('1 USDT', 5n),
    /0x\w{40}, dividends .*worth 5, .* had 0/,
  ],
  ['by a budget without a deposit', () => withThief('2 USDT', 5n), /node vault: worth 5 .* 0 came for nodes/],
])('refuses an account inflated within what the vault holds beside: %s', async (_, lines, reason) => {
  for (const vault of [1, 2]) await chain.give('USDT', chain.vaults[vault] as Address, 5n)
  const file = await fileOf(2, lines())
  publish(file)
  await post(file)
  // What mining gives is compared with the facts, which no key signed: enough to confirm nothing.
  const expectRefused = reason.source.includes('mining') ? expectWaiting : expectWrong
  await expectRefused(new RegExp(`R4: ${reason.source}`))
})

it('confirms nothing whose facts are withheld', async () => {
  const file = await fileOf(2)
  publish(file)
  ours.texts.delete('/roots/facts-2.txt')
  await post(file)
  const reasons = ['R4: not checked: there is no file of facts']
  expect(await watchOnce(witness())).toMatchObject({ kind: 'waits', reasons })
})

it('NOT seen: power above its product’s up to 1 T a USD, and who was a node or an inviter', async () => {
  await fundPools(chain, 'USDT', parseEther('25'))
  const file = await fileOf(2, withThief('2 USDT', parseEther('5')))
  const facts = mining.factsOf(file.head)
  publish(file, {
    ...facts,
    machines: new Map([...facts.machines].map(([id, one]) => [id, { ...one, power: 100n }])),
  })
  await post(file)
  expect(await watchOnce(witness())).toMatchObject({ kind: 'holds', txHash: expect.any(String) })
})

it('refuses a snapshot of more than an hour before its post', async () => {
  const file = await fileOf(2)
  await chain.travel(3_700)
  publish(file)
  await post(file)
  await expectWrong(/post: the snapshot was 37\d\d s old/)
})

it('confirms nothing whose file is withheld, or is no file', async () => {
  const file = await fileOf(2)
  await post(file)
  expect(await watchOnce(witness())).toMatchObject({ kind: 'waits', reasons: ['the site has no file of it'] })
  ours.texts.set('/roots/roots-2.txt', '<html>')
  await expect(watchOnce(witness())).rejects.toThrow('line 1: it does not end')
  expect((await epochOf(2n)).confirmedAt).toBe(0n)
})

it('does not call roots wrong because one endpoint lies, and does not confirm them either', async () => {
  const liar = createPublicClient({
    transport: custom({
      request: async (body: { method: string }) => {
        const answer = await chain.publicClient.request(body as never)
        return body.method === 'eth_getLogs' && (answer as unknown as unknown[]).length > 1
          ? (answer as unknown as unknown[]).slice(0, -1)
          : answer
      },
    }),
  }) as PublicClient
  const file = await fileOf(2)
  publish(file)
  await post(file)
  for (const clients of [
    [chain.publicClient, liar],
    [liar, chain.publicClient],
  ] as const) {
    const verdict = await watchOnce(witness({ clients }))
    expect(verdict.kind).toBe('waits')
    expect((verdict as Extract<Verdict, { kind: 'waits' }>).reasons.join()).toContain('D and P')
  }
  expect((await epochOf(2n)).confirmedAt).toBe(0n)
})

it('as a program: says what it found and what it did not check, and ends with 0, 1 or 2', async () => {
  const key = join(kept, 'key')
  const settings = {
    RPC_URLS: `${chain.url},${chain.url}`,
    SITE_URL: ours.url,
    ROOT_REGISTRY: chain.contracts.rootRegistry,
    DATA_DIR: join(kept, 'files'),
  }
  const run = (more: NodeJS.ProcessEnv = {}): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      const env = { PATH: process.env.PATH, ...settings, ...more }
      execFile(process.execPath, [PROGRAM, '--once'], { env }, (error, out, complaints) =>
        resolve({ code: error ? Number(error.code) : 0, output: out + complaints }),
      )
    })
  const wrong = await fileOf(2, earned().slice(0, 1))
  await post(wrong)
  expect(await run()).toMatchObject({
    code: 1,
    output: expect.stringContaining('the site has no file of it'),
  })
  publish(wrong)
  const found = await run()
  expect(found.code).toBe(2)
  expect(found.output).toContain('EPOCH 2 IS WRONG, as both endpoints say')
  expect(found.output).toContain(`calldata for the registry: 0x`)
  expect(found.output).toContain('who was a node, and who invited whom')

  await chain.travel(86_400)
  const right = await fileOf(3)
  publish(right)
  await post(right)
  writeFileSync(key, `0x${'11'.repeat(32)}`, { mode: 0o644 })
  expect(await run({ KEY_FILE: key })).toMatchObject({
    code: 1,
    output: expect.stringContaining('chmod 600'),
  })
  expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('not confirmed: no key') })
  expect(await run({ RPC_URLS: chain.url })).toMatchObject({
    code: 1,
    output: expect.stringContaining('two endpoints'),
  })
})
