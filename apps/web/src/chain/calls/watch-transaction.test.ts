import { type Address, createClient, type Hex, http, type TestClient, type WalletActions } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChainClient } from '../reads/public-client.ts'
import { lookAtTransaction, type Sent } from './watch-transaction.ts'

interface Anvil {
  readonly url: string
  readonly client: TestClient & WalletActions
  mine(blocks?: number): Promise<void>
  stop(): Promise<void>
}

// Anvil's first account, unlocked at the node; nonces, mempool and blocks are real.
const account: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const target: Address = `0x${'cd'.repeat(20)}`
const gwei = 10n ** 9n
let anvil: Anvil
let client: ChainClient

beforeAll(async () => {
  // In a variable: the test kit is for Node, whose types must not enter the app.
  const kit = '@dr/test-kit'
  const { startAnvil } = (await import(/* @vite-ignore */ kit)) as {
    startAnvil: (options: object) => Promise<Anvil>
  }
  anvil = await startAnvil({})
  client = createClient({ chain: foundry, transport: http(anvil.url, { retryCount: 0 }) })
}, 30_000)
afterAll(() => anvil?.stop())

/** Each test starts without pending transactions, and with its own call. */
const send = async (
  change: { nonce?: number; to?: Address; data?: Hex; gwei?: bigint } = {},
): Promise<{ hash: Hex; nonce: number }> => {
  const hash = await anvil.client.sendTransaction({
    account,
    chain: foundry,
    to: change.to ?? target,
    data: change.data ?? '0x1234',
    maxFeePerGas: (change.gwei ?? 5n) * gwei,
    maxPriorityFeePerGas: (change.gwei ?? 5n) * gwei,
    gas: 60_000n,
    ...(change.nonce === undefined ? {} : { nonce: change.nonce }),
  })
  const { nonce } = (await client.request({ method: 'eth_getTransactionByHash', params: [hash] })) ?? {
    nonce: '0x0',
  }
  return { hash, nonce: Number(nonce) }
}

const sentAs = (hash: Hex, accountNonce?: number): Sent => ({
  account,
  hash,
  call: { to: target, data: '0x1234' },
  accountNonce,
  sentAtBlock: 0n,
})

it('waits in the mempool, then is mined', async () => {
  const { hash, nonce } = await send()
  expect(await lookAtTransaction(client, sentAs(hash))).toEqual({ at: 'waiting', accountNonce: nonce })
  await anvil.mine()
  const sight = await lookAtTransaction(client, sentAs(hash, nonce))
  expect(sight).toMatchObject({ at: 'mined', receipt: { status: 'success', transactionHash: hash } })
})

it('finds the same call sped up under another hash', async () => {
  const { hash, nonce } = await send()
  const faster = await send({ nonce, gwei: 50n })
  await anvil.mine()
  expect(await lookAtTransaction(client, sentAs(hash, nonce))).toEqual({
    at: 'replaced',
    by: faster.hash,
    how: 'repriced',
  })
})

it('recognises a cancellation: an empty transaction to oneself', async () => {
  const { hash, nonce } = await send()
  const cancel = await send({ nonce, gwei: 50n, to: account, data: '0x' })
  await anvil.mine()
  expect(await lookAtTransaction(client, sentAs(hash, nonce))).toEqual({
    at: 'replaced',
    by: cancel.hash,
    how: 'cancelled',
  })
})

it('recognises another transaction with its nonce', async () => {
  const { hash, nonce } = await send()
  const other = await send({ nonce, gwei: 50n, data: '0x99' })
  await anvil.mine()
  expect(await lookAtTransaction(client, sentAs(hash, nonce))).toEqual({
    at: 'replaced',
    by: other.hash,
    how: 'other',
  })
})

it('reports a dropped one as unseen, not as replaced', async () => {
  const { hash, nonce } = await send()
  await anvil.client.dropTransaction({ hash })
  expect(await lookAtTransaction(client, sentAs(hash, nonce))).toEqual({ at: 'unseen' })
})

it('throws when no node answers: nothing is known then', async () => {
  const silent = createClient({ chain: foundry, transport: http('http://127.0.0.1:9', { retryCount: 0 }) })
  await expect(lookAtTransaction(silent, sentAs(`0x${'11'.repeat(32)}`))).rejects.toThrow()
})
