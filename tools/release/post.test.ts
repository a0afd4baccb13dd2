import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import { deployOurs } from '@dr/contracts/deployer'
import { APP_VERSION as VERSION } from '@dr/protocol/constants'
import { releaseMessage, SIGNATURES_FILE, SUMS_FILE } from '@dr/protocol/release/release'
import { type Anvil, runToEnd, startAnvil, testWallet } from '@dr/test-kit'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  keccak256,
  parseEther,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkPosted, postedSums } from './posted-release.ts'
import { sha256, sumsOf } from './sums.ts'

const PROGRAM = fileURLToPath(new URL('post.ts', import.meta.url))
const attesterKey = keccak256(toHex('attester of releases'))
const attester = privateKeyToAccount(attesterKey)
const keys = ['one', 'two', 'three'].map((name) => testWallet(`release ${name}`))

let anvil: Anvil
let client: ReturnType<typeof createPublicClient>
let folder: string
let registry: Address

beforeAll(async () => {
  anvil = await startAnvil({ blockTimeSeconds: 1 })
  client = createPublicClient({ transport: http(anvil.url) })
})
afterAll(() => anvil.kill())

const fund = async (address: Address): Promise<void> => {
  await client.request({ method: 'anvil_setBalance', params: [address, toHex(parseEther('1'))] } as never)
}

beforeEach(async () => {
  const deployer = testWallet('deployer of releases')
  await Promise.all([fund(deployer.address), fund(attester.address)])
  const walletClient = createWalletClient({ account: deployer, transport: http(anvil.url) })
  registry = await deployOurs({ walletClient, publicClient: client } as never, 'ResultRegistry', [
    testWallet('admin').address,
    attester.address,
  ])
  folder = await mkdtemp(join(tmpdir(), 'dr-release-'))
  await write('one')
  return () => rm(folder, { recursive: true })
})

/** Writes a build of one file, signed by so many keys; gives its sums. */
const write = async (content: string, signatures = 2): Promise<string> => {
  await writeFile(join(folder, 'index.html'), content)
  const sums = await sumsOf(folder)
  await writeFile(join(folder, SUMS_FILE), sums)
  const message = releaseMessage(VERSION, sha256(sums))
  const lines = await Promise.all(keys.slice(0, signatures).map((key) => key.signMessage({ message })))
  await writeFile(join(folder, SIGNATURES_FILE), lines.map((line) => `${line}\n`).join(''))
  return sums
}

const post = async (key: Hex = attesterKey) => {
  const keyFile = `${folder}.key`
  await writeFile(keyFile, key)
  await chmod(keyFile, 0o600)
  const signers = keys.flatMap(({ address }) => ['--signer', address])
  const { code, out, error } = await runToEnd(
    PROGRAM,
    [folder, ...['--rpc', anvil.url, '--registry', registry, '--key-file', keyFile], ...signers],
    {},
  )
  await rm(keyFile)
  return { code, said: `${out}${error}` }
}

test('posts a signed release once; an older or another one is not the newest', async () => {
  const one = await write('one')
  const at = { registry, sums: one }
  expect(await checkPosted(client, at)).toEqual([`no release is on chain at ${registry}`])
  expect(await post()).toEqual({
    code: 0,
    said: expect.stringMatching(`^release ${VERSION} is number 0 on chain: 0x[0-9a-f]{64}\n$`),
  })
  expect(await checkPosted(client, at)).toEqual([])
  expect(await post()).toEqual({ code: 0, said: `release ${VERSION} is number 0 on chain already\n` })

  const two = await write('two')
  const other = [`the newest release on chain, number 0, has other sums: ${postedSums(one).slice(2)}`]
  expect(await checkPosted(client, { registry, sums: two })).toEqual(other)
  expect((await post()).said).toContain('is number 1 on chain')
  expect(await checkPosted(client, { registry, sums: two })).toEqual([])
  expect(await checkPosted(client, at)).toEqual([
    `the newest release on chain, number 1, has other sums: ${postedSums(two).slice(2)}`,
  ])
  expect(
    await client.readContract({
      address: registry,
      abi: resultRegistryAbi,
      functionName: 'releaseOf',
      args: [0n],
    }),
  ).toBe(postedSums(one))
})

test('sends nothing for one signature, a changed file, or with another key', async () => {
  await write('one', 1)
  expect(await post()).toEqual({ code: 1, said: 'signed by 1 of 3 release keys; 2 are needed\n' })
  const sums = await write('one')
  await writeFile(join(folder, 'index.html'), 'changed')
  expect((await post()).said).toBe(`${folder} is not what its ${SUMS_FILE} says\n`)
  await write('one')
  const refused = await post(keccak256(toHex('stranger')))
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringContaining(`is not the registry’s attester, ${attester.address}`),
  })
  expect(await checkPosted(client, { registry, sums })).toEqual([`no release is on chain at ${registry}`])
})
