import { emissionAbi } from '@dr/contracts/abi'
import { testWallet } from '@dr/test-kit'
import { createPublicClient, http, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Chain, startChain } from '../../../test/app/test-app.ts'
import { LeadershipLostError } from '../database/leadership.ts'
import { RetryableError } from '../errors.ts'
import { createKeeper, GasPriceTooHighError } from './keeper.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

const KEY = keccak256(toHex('a keeper of this test'))

const openKeeper = async (receiptTimeoutMs: number, mayStillSend = async () => {}, gasPriceMax?: bigint) => {
  const { address } = privateKeyToAccount(KEY)
  await chain.anvil.client.setBalance({ address, value: 10n ** 20n })
  const keeper = createKeeper({ client: chain.client, key: KEY, receiptTimeoutMs, gasPriceMax, mayStillSend })
  const release = () =>
    keeper.call({
      address: chain.deployment.contracts.emission,
      abi: emissionAbi,
      functionName: 'release',
    })
  const nonce = () => chain.client.getTransactionCount({ address })
  return { release, nonce }
}

describe('the keeper', () => {
  test('sends one call at a time, and nothing where there is nothing to do', async () => {
    const { release, nonce } = await openKeeper(10_000)
    await chain.anvil.client.increaseTime({ seconds: 60 })
    await chain.anvil.mine(1)
    const before = await nonce()
    const outcomes = await Promise.all([release(), release(), release()])
    expect(outcomes[0]?.outcome).toBe('sent')
    const sent = outcomes.filter(({ outcome }) => outcome === 'sent').length
    expect(await nonce()).toBe(before + sent) // none took another's nonce
  })

  test('sends nothing for a process that no longer leads, and sends again for one that does', async () => {
    const leads = { now: false }
    const { release, nonce } = await openKeeper(10_000, async () => {
      if (!leads.now) throw new LeadershipLostError('another process leads')
    })
    await chain.anvil.client.increaseTime({ seconds: 60 })
    await chain.anvil.mine(1)
    const before = await nonce()
    await expect(release()).rejects.toMatchObject({ cause: expect.any(LeadershipLostError) })
    await chain.anvil.mine(2)
    expect(await nonce()).toBe(before)
    leads.now = true
    expect((await release()).outcome).toBe('sent')
    expect(await nonce()).toBe(before + 1)
  })

  test('replaces what is stuck at a higher price, so that it is mined once', async () => {
    const { client } = chain.anvil
    const { release, nonce } = await openKeeper(300)
    await client.increaseTime({ seconds: 60 })
    await chain.anvil.mine(1)
    const before = await nonce()
    const usual = await chain.client.getGasPrice()
    await client.setAutomine(false)
    await expect(release()).rejects.toBeInstanceOf(RetryableError)
    await expect(release()).rejects.toBeInstanceOf(RetryableError)
    expect(await client.getTxpoolStatus()).toMatchObject({ pending: 1 })
    await chain.anvil.mine(1)
    const { transactions } = await client.getBlock({ includeTransactions: true })
    expect(transactions).toHaveLength(1)
    expect((transactions[0]?.gasPrice ?? 0n) > usual).toBe(true)
    await client.setAutomine(true)
    expect(await nonce()).toBe(before + 1)
  })

  test('pays an ordinary price once it has money again, however often it tried without', async () => {
    const { client } = chain.anvil
    const { release } = await openKeeper(10_000)
    const { address } = privateKeyToAccount(KEY)
    await client.increaseTime({ seconds: 60 })
    await chain.anvil.mine(1)
    await client.setBalance({ address, value: 0n })
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await expect(release()).rejects.toBeInstanceOf(RetryableError)
    }
    await client.setBalance({ address, value: 10n ** 20n })
    const usual = await chain.client.getGasPrice()
    const done = await release()
    if (done.outcome !== 'sent') throw new Error(done.outcome)
    const { effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash: done.txHash })
    expect(effectiveGasPrice <= 2n * usual).toBe(true)
  })

  test('never pays more than ten times the usual price to replace what is stuck', async () => {
    const { client } = chain.anvil
    const { release } = await openKeeper(50)
    await client.increaseTime({ seconds: 60 })
    await chain.anvil.mine(1)
    const usual = await chain.client.getGasPrice()
    await client.setAutomine(false)
    for (let attempt = 0; attempt < 16; attempt += 1) {
      await expect(release()).rejects.toBeInstanceOf(RetryableError)
    }
    await chain.anvil.mine(1)
    await client.setAutomine(true)
    const { transactions } = await client.getBlock({ includeTransactions: true })
    expect(transactions).toHaveLength(1)
    const paid = transactions[0]?.gasPrice ?? 0n
    expect(paid > 5n * usual && paid <= 10n * usual).toBe(true)
  })

  test('sends nothing at a price above the maximum, and goes on at a lower one', async () => {
    const usual = await chain.client.getGasPrice()
    await chain.anvil.client.increaseTime({ seconds: 60 })
    await chain.anvil.mine(1)
    const strict = await openKeeper(10_000, undefined, 1n)
    const before = await strict.nonce()
    await expect(strict.release()).rejects.toMatchObject({ cause: expect.any(GasPriceTooHighError) })
    expect(await strict.nonce()).toBe(before)
    const { release } = await openKeeper(10_000, undefined, 2n * usual)
    expect((await release()).outcome).toBe('sent')
  })

  test('says that it may be tried again when the chain is not there', async () => {
    const nowhere = createPublicClient({ transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
    const keeper = createKeeper({ client: nowhere, key: KEY, receiptTimeoutMs: 300 })
    const call = { address: testWallet('x').address, abi: emissionAbi, functionName: 'release' }
    await expect(keeper.call(call)).rejects.toBeInstanceOf(RetryableError)
  })
})
