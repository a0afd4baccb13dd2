import type { Voucher } from '@dr/protocol/calls/voucher'
import {
  type Address,
  createClient,
  type Hash,
  type Hex,
  http,
  type TestClient,
  type WalletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { voucherCall } from '../../../chain/calls/contract-call.ts'
import { findPending, forgetPending, type PendingWork, savePending } from '../../../chain/pending.ts'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import type { FlowEvent } from './flow-state.ts'
import { type WatchInput, watchOrder } from './watch-order.ts'

interface Anvil {
  readonly url: string
  readonly client: TestClient & WalletActions
  mine(blocks?: number): Promise<void>
  stop(): Promise<void>
}

// Anvil's own first account, unlocked at the node.
const account: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const shared: Address = `0x${'5a'.repeat(20)}`
const contract: Address = `0x${'cd'.repeat(20)}`
const elsewhere: Address = `0x${'ee'.repeat(20)}`
const digest: Hex = `0x${'d1'.repeat(32)}`
/** Logs the digest as the contract's event does, and answers 0 (`nonces`, say). */
const CONTRACT_CODE = `0x7f${digest.slice(2)}60006000a160206000f3`
const NEVER: Hash = `0x${'77'.repeat(32)}`
let anvil: Anvil
let client: ChainClient

beforeAll(async () => {
  // By a variable: the test kit is Node's, and must not pull Node's types into the app's.
  const kit = '@dr/test-kit'
  const { startAnvil } = (await import(/* @vite-ignore */ kit)) as {
    startAnvil: (options: object) => Promise<Anvil>
  }
  anvil = await startAnvil({})
  client = createClient({ chain: foundry, transport: http(anvil.url, { retryCount: 0 }) })
  const setCode = (address: Address, code: string) =>
    client.request({ method: 'anvil_setCode', params: [address, code] } as never)
  await setCode(contract, CONTRACT_CODE)
  await setCode(shared, '0x00')
}, 120_000)
afterAll(() => anvil?.stop())

const voucher: Voucher = {
  orderId: 'order-1',
  kind: 'buy-machine',
  status: 'open',
  contract,
  typedData: {
    domain: { name: 'DigitalRights', version: '1', chainId: 31_337, verifyingContract: contract },
    primaryType: 'BuyMachine',
    types: {},
    message: {
      account,
      usdtAmount: '1',
      DRGVAmount: '1',
      DRGVPrice: '1',
      machineCount: '1',
      nonce: '0',
      deadline: '9999999999',
    },
  },
  signature: '0x12',
  digest,
  nonce: '0',
  deadline: 9_999_999_999,
  issuedAtBlock: 0,
  prices: {},
  outgoing: [],
  incoming: [],
  remaining: 0,
}

const send = async (to: Address): Promise<Hash> => {
  const hash = await anvil.client.sendTransaction({ account, chain: foundry, to, data: '0x12', gas: 90_000n })
  await anvil.mine()
  return hash
}

const keep = (change: Partial<PendingWork>, owner: Address = account): void =>
  savePending(owner, {
    orderId: 'order-1',
    chainId: 31_337,
    kind: 'buy-machine',
    stage: 'pending',
    voucher,
    updatedAt: Date.now(),
    ...change,
  })

/** Follows the order until `enough` is said, or it ends by itself; what was said, without repeating. */
const follow = async (change: Partial<WatchInput>, enough: (event: FlowEvent) => boolean) => {
  const said: FlowEvent[] = []
  const control = new AbortController()
  await watchOrder({
    client,
    account,
    orderId: 'order-1',
    intervalMs: 20,
    signal: control.signal,
    emit: (event) => {
      said.push(event)
      if (enough(event)) control.abort()
    },
    orderOf: async () => null,
    statusOf: async () => null,
    ...change,
  })
  return said
}
const is =
  (type: FlowEvent['type']) =>
  (event: FlowEvent): boolean =>
    event.type === type

beforeEach(() => {
  for (const owner of [account, shared]) forgetPending(owner, 'order-1')
})

it('success is the order’s own event in a receipt', async () => {
  keep({ hash: await send(contract) })
  expect(await follow({}, is('succeeded'))).toContainEqual(
    expect.objectContaining({ type: 'succeeded', evidence: 'receipt' }),
  )
})

it('another transaction’s hash does not count, though it was mined; the voucher expires', async () => {
  keep({ hash: await send(elsewhere), voucher: { ...voucher, deadline: 1 } })
  await anvil.mine(100)
  const said = await follow({ orderOf: async () => ({ ...voucher, status: 'lapsed' }) }, is('failed'))
  expect(said).toEqual([{ type: 'failed', failure: { code: 'lapsed' } }])
  expect(findPending(account, 'order-1')).toBeUndefined()
})

it('a batch is followed from the wallet’s id to its transaction, which is stored', async () => {
  const hash = await send(contract)
  let reads = 0
  keep({ callsId: '0xba7c' })
  const said = await follow(
    {
      statusOf: async (_, id) => {
        reads += 1
        expect(id).toBe('0xba7c')
        return { at: reads < 3 ? 'pending' : 'included', hash: reads < 3 ? null : hash }
      },
    },
    is('succeeded'),
  )
  expect(reads).toBe(3)
  expect(said[0]).toEqual({ type: 'repriced', hash })
  expect(findPending(account, 'order-1')).toMatchObject({ hash })
})

it('a batch that the wallet says it dropped is looked for all the same', async () => {
  keep({ callsId: '0xba7c' })
  const said = await follow({ statusOf: async () => ({ at: 'failed', hash: null }) }, is('looked'))
  expect(said).toEqual([
    { type: 'doubted', failure: { code: 'batch-failed' } },
    { type: 'looked', isWaiting: false },
  ])
  expect(findPending(account, 'order-1')).toMatchObject({ voucher })
  expect(findPending(account, 'order-1')).not.toHaveProperty('callsId')
})

it('a wallet that calls its batch included without a transaction is not believed', async () => {
  let reads = 0
  keep({ callsId: '0xba7c' })
  const control = new AbortController()
  const statusOf = async () => {
    reads += 1
    if (reads === 3) control.abort()
    return { at: 'included' as const, hash: null }
  }
  const said = await follow({ statusOf, signal: control.signal }, () => false)
  expect(said).toEqual([])
  expect(findPending(account, 'order-1')).toMatchObject({ callsId: '0xba7c' })
})

it('a shared wallet’s proposal waits for its signers, from the first look', async () => {
  keep({ hash: NEVER }, shared)
  const said = await follow({ account: shared }, is('waiting'))
  expect(said).toEqual([{ type: 'waiting', for: 'cosigners' }])
})

it('a hash that no node knows for long is reported as unseen', async () => {
  keep({ hash: NEVER, updatedAt: Date.now() - 60_000 })
  expect(await follow({}, is('waiting'))).toEqual([{ type: 'waiting', for: 'unseen' }])
})

it('a wallet that did not say its hash: the voucher’s nonce is used, and the transaction is found', async () => {
  const mined = Number(
    await client.request({ method: 'eth_getTransactionCount', params: [account, 'latest'] }),
  )
  const sentAtBlock = String(BigInt(await client.request({ method: 'eth_blockNumber' })))
  // The contract of this test says 0: the nonce after this one.
  const used = { ...voucher, nonce: '-1' }
  keep({ stage: 'signing', voucher: used, minedBefore: mined, sentAtBlock })
  const { to, data } = voucherCall(used)
  const hash = await anvil.client.sendTransaction({ account, chain: foundry, to, data, gas: 90_000n })
  await anvil.mine()
  const said = await follow({}, is('succeeded'))
  expect(said).toContainEqual({ type: 'found', hash })
  expect(said.at(-1)).toMatchObject({ type: 'succeeded', evidence: 'receipt' })
})

it('a voucher that is open and not sent: the chain was looked at, and it stays open', async () => {
  keep({ stage: 'signing' })
  expect(await follow({}, is('looked'))).toEqual([{ type: 'looked', isWaiting: false }])
  expect(findPending(account, 'order-1')).toMatchObject({ stage: 'signing' })
})

it('used, as the ledger says: found, though its transaction is not', async () => {
  keep({ stage: 'signing', voucher: { ...voucher, nonce: '-1' } })
  const said = await follow({ orderOf: async () => ({ ...voucher, status: 'used' }) }, is('succeeded'))
  expect(said).toEqual([
    { type: 'found', hash: null },
    { type: 'succeeded', evidence: 'order', blockNumber: null },
  ])
})
