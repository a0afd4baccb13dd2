/**
 * The day the operator dies: people mine, stake, transfer and withdraw; the server is killed for good and its
 * database removed. With the witness's files and one endpoint alone they leave with exactly what is theirs.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drAbi } from '@dr/contracts/abi/dr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { factsFileName } from '@dr/protocol/roots/facts-file'
import { NO_PROOF, type Proof } from '@dr/protocol/roots/proof'
import { BOOKS, rootsFileName } from '@dr/protocol/roots/roots-file'
import type { PayoutToken } from '@dr/protocol/tokens'
import { parseEther, zeroHash } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Report } from '../../apps/web/exit/report.ts'
import { createWorld, type World } from '../crash/test-network.ts'
import { travel } from '../dev/chain/clock.ts'
import { balanceOf, callOf, createExitPage } from './exit-page.ts'
import { deposit, liveAndDie, type Remains, STAKE } from './operator.ts'

/** A life is five starts of a server, which are slow on a busy machine. */
const LIFE_TIMEOUT_MS = 600_000

let world: World
/** Folder of the witness's files, which anyone may mirror. */
let kept: string
let remains: Remains
let page: ReturnType<typeof createExitPage>
/** Sums of the vaults, when the operator is dead and no one has left yet. */
let before: Awaited<ReturnType<typeof readSums>>

const readSums = async () => {
  const { client, contracts } = world
  const of = async (vault: 0 | 2, symbol: PayoutToken) => {
    const [address, token] = [contracts.withdrawalVaults[vault], contracts[symbol]]
    const total = (functionName: 'totalPaid' | 'totalKept' | 'totalTransferred' | 'totalDeposited') =>
      client.readContract({ address, abi: withdrawalVaultAbi, functionName, args: [token] })
    return {
      held: await balanceOf(world, token, address),
      paid: await total('totalPaid'),
      kept: await total('totalKept'),
      transferred: await total('totalTransferred'),
      deposited: await total('totalDeposited'),
    }
  }
  const dr = { address: contracts.DR, abi: drAbi } as const
  const supply = await client.readContract({ ...dr, functionName: 'totalSupply' })
  return { supply, miner: await of(0, 'DR'), node: await of(2, 'USDT') }
}

beforeAll(async () => {
  kept = mkdtempSync(join(tmpdir(), 'dr-kept-'))
  world = await createWorld({ databaseUrl: undefined })
  remains = await liveAndDie(world, kept)
  await deposit(remains.ada, '50', STAKE)
  await travel(world.chain.rpc, 7 * DAY_SECONDS)
  page = createExitPage(world.chain.url)
  before = await readSums()
}, LIFE_TIMEOUT_MS)
afterAll(async () => {
  await world?.end()
  rmSync(kept, { recursive: true })
})

const mirrored = (epoch: bigint): Uint8Array => readFileSync(join(kept, rootsFileName(Number(epoch))))
const bookOf = ({ books }: Report, vault: 0 | 2, token: PayoutToken) => {
  const book = books[BOOKS.findIndex((one) => one.vault === vault && one.token === token)]
  if (book === undefined) throw new Error('the report has no such book')
  return book
}
const minerOf = (report: Report) => bookOf(report, 0, 'DR')
const nodeOf = (report: Report) => bookOf(report, 2, 'USDT')
/** Rest of an amount after 5 % of its earned part. */
const afterBurn = (amount: bigint, deposited = 0n): bigint => amount - ((amount - deposited) * 5n) / 100n

it('leaves an endpoint and the witness’s files, of which the last is final', async () => {
  const { ada, oldEpoch, lastEpoch, owed } = remains
  expect(readdirSync(world.directory)).toEqual(['chain'])
  await expect(fetch(world.url)).rejects.toThrow('fetch failed')
  const names = [oldEpoch, lastEpoch]
    .map(Number)
    .flatMap((epoch) => [rootsFileName(epoch), factsFileName(epoch)])
  expect(readdirSync(kept).sort()).toEqual(names.sort())
  expect(await page.show(ada, mirrored(lastEpoch))).toMatchObject({
    epoch: { state: 'final', epoch: lastEpoch },
    compared: 5,
    newer: null,
  })
  expect(owed).toMatchObject({ ada: { node: parseEther('1200') }, ben: { node: parseEther('300') } })
})

it('pays nothing for a forged, inflated or foreign proof', async () => {
  const { ada, ben, cleo, oldEpoch, lastEpoch, exported } = remains
  const miner = minerOf(await page.show(ada, mirrored(lastEpoch)))
  const { proof } = miner
  const [first, ...more] = proof.path
  if (first === undefined) throw new Error('a line beside another has a sibling')
  const forged: readonly Proof[] = [
    { ...proof, path: [{ ...first, hash: zeroHash }, ...more] },
    { ...proof, path: [{ ...first, sum: first.sum + 1n }, ...more] },
    { ...proof, earned: proof.earned + 1n },
    { ...proof, earned: proof.earned + 1n, path: [{ ...first, sum: first.sum - 1n }, ...more] },
    { ...proof, index: proof.index ^ 1n },
    { ...proof, epoch: oldEpoch },
    { ...NO_PROOF, earned: proof.earned },
    minerOf(await page.show(ben, exported)).proof,
  ]
  for (const other of forged) expect(await page.refusalOf(ada, callOf(miner, other))).toBe('ProofInvalid()')
  for (const other of [ben, cleo]) expect(await page.refusalOf(other, callOf(miner))).toBe('ProofInvalid()')
  expect(await page.refusalOf(ada, callOf(miner))).toBeNull()

  await expect(page.show(ada, exported)).rejects.toMatchObject({ said: { key: 'error.fileAccount' } })
  const text = Buffer.from(mirrored(lastEpoch)).toString()
  const inflated = Buffer.from(text.replace(` ${proof.earned} `, ` ${proof.earned + 1n} `))
  await expect(page.show(ada, inflated)).rejects.toMatchObject({ said: { key: 'error.fileDiffers' } })
})

it('one leaves by the exit page’s code: with an old file, and then with the last for the rest', async () => {
  const { ada, oldEpoch, lastEpoch, owed } = remains
  const old = minerOf(await page.show(ada, mirrored(oldEpoch)))
  expect(old.claimable).toBe(old.earned - old.left)
  expect(old.claimable).toBeLessThan(owed.ada.miner)
  expect(await page.claim(ada, old)).toBe(afterBurn(old.claimable))
  expect(await page.refusalOf(ada, callOf(old))).toBe('AmountZero()')

  const rest = await page.show(ada, mirrored(lastEpoch))
  expect(old.claimable + minerOf(rest).claimable).toBe(owed.ada.miner)
  expect(await page.claim(ada, minerOf(rest))).toBe(afterBurn(minerOf(rest).claimable))
  const [all, deposited] = [owed.ada.node + parseEther('50'), parseEther('1050')]
  expect(nodeOf(rest).claimable).toBe(all)
  expect(await page.claim(ada, nodeOf(rest))).toBe(afterBurn(all, deposited))
})

it('one leaves by the calldata of an exported proof, which another program sends', async () => {
  const { ben, owed, exported } = remains
  const report = await page.show(ben, exported)
  expect(minerOf(report).claimable).toBe(owed.ben.miner)
  expect(await page.claim(ben, minerOf(report))).toBe(afterBurn(owed.ben.miner))
  expect(await page.claim(ben, nodeOf(report))).toBe(owed.ben.node)
})

it('one who never registered takes a deposit back in whole, without any proof', async () => {
  const { cleo } = remains
  expect(await page.claim(cleo, nodeOf(await page.show(cleo, null)))).toBe(parseEther('300'))
})

it('then no proof pays again, and what they left with is what the vaults have lost', async () => {
  const { ada, ben, cleo, oldEpoch, lastEpoch, owed } = remains
  for (const user of [ada, ben, cleo])
    for (const bytes of [null, mirrored(oldEpoch), mirrored(lastEpoch)]) {
      const report = await page.show(user, bytes)
      expect(report.books.map(({ claimable }) => claimable)).toEqual([0n, 0n, 0n, 0n, 0n])
      for (const book of [minerOf(report), nodeOf(report)])
        expect(await page.refusalOf(user, callOf(book))).toBe('AmountZero()')
    }
  const after = await readSums()
  const mined = owed.ada.miner + owed.ben.miner
  expect(after.miner).toEqual({
    ...before.miner,
    held: before.miner.held - mined,
    paid: before.miner.paid + mined,
  })
  // Each claim rounds its own share down.
  const burned = before.supply - after.supply
  expect(burned).toBeGreaterThan((mined * 5n) / 100n - 3n)
  expect(burned).toBeLessThanOrEqual((mined * 5n) / 100n)
  const [deposited, withheld] = [parseEther('1850'), parseEther('10')]
  expect(after.node).toEqual({
    held: before.node.held - deposited + withheld,
    paid: deposited,
    kept: withheld,
    transferred: parseEther('200'),
    deposited,
  })
})
