import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { type Earned, type ExitChain, startExitChain } from '@dr/e2e/fixtures/exit/exit-chain'
import { formatFacts, startMining } from '@dr/e2e/fixtures/exit/mining'
import { UINT256_MAX } from '@dr/protocol/amounts'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { createBookTrees } from '@dr/protocol/roots/book-trees'
import { factsFileName } from '@dr/protocol/roots/facts-file'
import { NO_PROOF } from '@dr/protocol/roots/proof'
import { rootsFileName } from '@dr/protocol/roots/roots-file'
import { testWallet } from '@dr/test-kit/wallets'
import { type Abi, type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseRoots } from './roots-source.ts'
import { fundPools } from './test/test-funding.ts'
import { readMined } from './test/test-mining.ts'

const PROGRAM = fileURLToPath(new URL('run.ts', import.meta.url))
const [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map((name) => testWallet(`audited ${name}`))
const of = (account: typeof ada): Address => account?.address as Address

let chain: ExitChain
let folder: string
type File = Awaited<ReturnType<ExitChain['fileOf']>>
const files: File[] = []

let mining: Awaited<ReturnType<typeof startMining>>
/** Amount that ada had mined in each epoch. */
const mined: bigint[] = []
const factsOf = ({ head }: File): string => formatFacts(mining.factsOf(head))
const keep = (file: File, text = file.text, where = folder): void => {
  writeFileSync(join(where, rootsFileName(file.head.epoch)), text)
  writeFileSync(join(where, factsFileName(file.head.epoch)), factsOf(file))
}
/** File of an epoch with all that was mined until now. */
const nextFile = async (epoch: 1 | 2): Promise<File> => {
  await mining.release()
  const of0 = await readMined(chain, mining)
  mined.push(of0(of(ada)))
  const lines: [Address, Earned][] = [
    [of(ada), { '0 DR': of0(of(ada)), '2 USDT': parseEther('60') }],
    [of(ben), { '0 DR': of0(of(ben)) }],
  ]
  return chain.fileOf(epoch, new Map(lines))
}

const vaultCall = (account: typeof ada, vault: number, functionName: string, args: readonly unknown[]) =>
  chain.call(account as NonNullable<typeof ada>, {
    address: chain.vaults[vault] as Address,
    abi: withdrawalVaultAbi as Abi,
    functionName,
    args,
  })

/** Two epochs, with a claim, a transfer and a deposit taken back in between. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dr-audit-'))
  chain = await startExitChain()
  mining = await startMining(chain)
  for (const account of [ada, ben]) await mining.equip(account as NonNullable<typeof ada>, 100n)
  await chain.travel(2 * DAY_SECONDS)
  await fundPools(chain, 'USDT', parseEther('500'))
  await chain.deposit(ada as NonNullable<typeof ada>, 'USDT', parseEther('40'))
  await chain.deposit(cleo as NonNullable<typeof cleo>, 'USDT', parseEther('100'))
  const first = await nextFile(1)
  await chain.finalise(first)
  const trees = createBookTrees(first.head, { watch: of(ada).toLowerCase() })
  for (const [account, earned] of parseRoots(Buffer.from(first.text)).lines)
    trees.add({ account: account as Address, earned })
  const proof = trees.finish()[0]?.proof
  await vaultCall(ada, 0, 'claim', [chain.token('DR'), parseEther('10'), proof])
  await vaultCall(ada, 0, 'transferWithin', [chain.token('DR'), of(ben), parseEther('5'), proof])
  await vaultCall(cleo, 2, 'claim', [chain.token('USDT'), UINT256_MAX, NO_PROOF])
  const second = await nextFile(2)
  await chain.finalise(second)
  await chain.anvil.mine(4)
  files.push(first, second)
  for (const file of files) keep(file)
}, 120_000)

afterAll(async () => {
  await chain.anvil.stop()
  rmSync(folder, { recursive: true })
})

const run = (...args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, '--rpc', chain.url, ...args], (error, out, complaints) =>
      resolve({ code: error ? Number(error.code) : 0, output: out + complaints }),
    )
  })

/** A folder with both files, `changed` in place of one. */
const folderWith = (changed: string, epoch: 1 | 2): string => {
  const made = mkdtempSync(join(tmpdir(), 'dr-audit-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  for (const file of files) keep(file, file.head.epoch === epoch ? changed : file.text, made)
  return made
}

describe('an honest epoch', () => {
  it('agrees in all that is checked, and what is not is named', async () => {
    const { code, output } = await run('--files', folder)
    expect(output).toContain('epoch 2 of registry')
    expect(output).not.toContain('DIFFERS')
    for (const name of ['head', 'R1', 'R2', 'R3', 'R4', 'post', 'D and P'])
      expect(output).toMatch(new RegExp(`^ok +${name}:`, 'm'))
    for (const source of ['mining', 'dividends and prizes', 'packages, nodes, referrals'])
      expect(output).toMatch(new RegExp(`^ok +R4: ${source}:`, 'm'))
    expect(output).toContain('who was a node, and who invited whom')
    expect(code).toBe(0)
  })

  it('is read from a site too, in ranges of few blocks', async () => {
    const site = createServer(({ url = '' }, response) => {
      const file = files.find(({ head }) => url === `/roots/${rootsFileName(head.epoch)}`)
      const explained = files.find(({ head }) => url === `/roots/${factsFileName(head.epoch)}`)
      if (url === '/api/v1/public/config')
        response.end(JSON.stringify({ data: { contracts: { RootRegistry: chain.contracts.rootRegistry } } }))
      else
        response.writeHead(file || explained ? 200 : 404).end(file?.text ?? (explained && factsOf(explained)))
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void site.close())
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const { code, output } = await run('--site', url, '--range', '7', '--epoch', '1')
    expect(output).toContain('no earlier epoch was confirmed')
    expect([code, output]).toEqual([0, expect.not.stringContaining('DIFFERS')])
  })
})

describe('another file than the posted one', () => {
  const text = (epoch: 1 | 2): string => files[epoch - 1]?.text ?? ''

  it('differs in R3 where a number was changed, and in R1 where it fell', async () => {
    const changed = text(2).replace(String(mined[1]), String((mined[0] as bigint) - 1n))
    const { code, output } = await run('--files', folderWith(changed, 2))
    expect(output).toMatch(/DIFFERS R3: .*\n +book \(0, DR\): file/)
    expect(output).toContain(`book (0, DR): fell from ${mined[0]} to ${(mined[0] as bigint) - 1n}`)
    expect(code).toBe(1)
  })

  it('differs in R1 and R2 where a line is missing', async () => {
    const line =
      text(2)
        .split('\n')
        .find((found) => found.startsWith(of(ada).toLowerCase())) ?? 'none'
    const { code, output } = await run('--files', folderWith(text(2).replace(`${line}\n`, ''), 2))
    expect(output).toContain(`${of(ada).toLowerCase()}: its line has disappeared`)
    expect(output).toMatch(
      new RegExp(`DIFFERS R2: .*\n +${of(ada).toLowerCase()}, book \\(0, DR\\): earned 0`),
    )
    expect(code).toBe(1)
  })

  it('differs in its head where the snapshot is not the chain’s', async () => {
    const { snapshotTime } = files[1]?.head ?? { snapshotTime: 0 }
    const changed = text(2).replace(String(snapshotTime), String(snapshotTime + 1))
    const { code, output } = await run('--files', folderWith(changed, 2))
    expect(output).toContain(`snapshotTime: file ${snapshotTime + 1}, chain ${snapshotTime}`)
    expect(code).toBe(1)
  })

  it('is not what a line is compared with: an earlier file must be the posted one', async () => {
    const changed = text(1).replace(String(mined[0]), String((mined[0] as bigint) + 1n))
    const { code, output } = await run('--files', folderWith(changed, 1), '--epoch', '2')
    expect(output).toMatch(/DIFFERS R1: .*\n +file of epoch 1: book \(0, DR\)/)
    expect(code).toBe(1)
  })
})

it('events that are left out do not add up to the contracts’ numbers', async () => {
  const late = (await chain.publicClient.getBlockNumber()) - 3n
  const { code, output } = await run('--files', folder, '--from-block', String(late))
  expect(output).toMatch(/DIFFERS D and P/)
  expect(output).toContain(`events 0, contract ${parseEther('140')}`)
  expect(code).toBe(1)
})

it.each([
  [['--files', '/nowhere'], 'ENOENT'],
  [[], 'usage'],
  [['--epoch', '7'], 'usage'],
])('%j is not begun: %s', async (args, reason) => {
  const { code, output } = await run(...args)
  expect([code, output]).toEqual([1, expect.stringContaining(reason)])
})

it('says that an earlier file is missing, which is no agreement', async () => {
  const made = folderWith('', 1)
  rmSync(join(made, rootsFileName(1)))
  const { code, output } = await run('--files', made)
  expect(output).toMatch(/DIFFERS R1: against epoch 1\n +not checked: its file is missing/)
  expect(code).toBe(1)
})

it('is not begun without the file of the epoch, or with a file that is none', async () => {
  expect(await run('--files', folder, '--epoch', '7')).toEqual({
    code: 1,
    output: expect.stringContaining('there is no file of epoch 7'),
  })
  const { code, output } = await run('--files', folderWith('nonsense\n', 2))
  expect([code, output]).toEqual([1, expect.stringContaining('line 1: it is not JSON')])
})
