import { setTimeout as delay } from 'node:timers/promises'
import { type Anvil, startAnvil, testWallet } from '@dr/test-kit'
import { createPublicClient, custom, WaitForTransactionReceiptTimeoutError } from 'viem'
import { foundry } from 'viem/chains'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askedReceipts } from './asked-receipts.ts'

let anvil: Anvil
beforeEach(async () => {
  anvil = await startAnvil()
})
afterEach(() => anvil.kill())

const account = testWallet('sender')

const sent = async () => {
  await anvil.client.setBalance({ address: account.address, value: 10n ** 20n })
  return anvil.client.sendTransaction({ account, to: account.address, value: 1n })
}

/** A client of the chain; `onAnswer` gets each answer before it is returned. */
const clientWith = (onAnswer: (method: string, answer: unknown) => Promise<void>) =>
  createPublicClient({
    chain: foundry,
    pollingInterval: 10,
    cacheTime: 0,
    transport: custom({
      request: async (call: { method: never; params: never }) => {
        const answer = await anvil.client.request(call)
        await onAnswer(call.method, answer)
        return answer
      },
    }),
  }).extend(askedReceipts)

test('the only block there will be is not passed over, though it comes while the last is read', async () => {
  let none = 0
  let mined: Promise<void> | undefined
  const client = clientWith(async (method, answer) => {
    // viem's own wait stops watching blocks here, after its second missing receipt.
    if (method === 'eth_getBlockByNumber') await delay(200)
    if (method !== 'eth_getTransactionReceipt' || answer !== null) return
    none += 1
    if (none === 2) mined = delay(20).then(() => anvil.mine())
  })
  const hash = await sent()
  const receipt = await client.waitForTransactionReceipt({ hash, timeout: 10_000 })
  expect(receipt).toMatchObject({ status: 'success', transactionHash: hash, blockNumber: 1n })
  await mined
})

test('a transaction that is never mined ends the wait, by name', async () => {
  const client = clientWith(async () => {})
  const hash = await sent()
  await expect(client.waitForTransactionReceipt({ hash, timeout: 50 })).rejects.toThrow(
    WaitForTransactionReceiptTimeoutError,
  )
})

test('an endpoint that is away for a while is asked again', async () => {
  let refused = 0
  const client = clientWith(async (method) => {
    if (method !== 'eth_getTransactionReceipt' || refused === 5) return
    refused += 1
    throw new TypeError('fetch failed')
  })
  const hash = await sent()
  await anvil.mine()
  expect(await client.waitForTransactionReceipt({ hash, timeout: 10_000 })).toMatchObject({
    status: 'success',
  })
  expect(refused).toBe(5)
})
