import type { Voucher } from '@dr/protocol/calls/voucher'
import type { Address, Hash, Hex } from 'viem'
import { foundry } from 'viem/chains'
import { afterEach, expect, it } from 'vitest'
import { voucherCall } from '../../../chain/calls/contract-call.ts'
import { findPending, forgetPending, type PendingWork, savePending } from '../work/pending.ts'
import type { FlowEvent } from './flow-state.ts'
import { account, elsewhere, NEVER, openChain, shared } from './test-chain.ts'
import type { WatchInput } from './watch-order.ts'

const contract: Address = `0x${'cd'.repeat(20)}`
const digest: Hex = `0x${'d1'.repeat(32)}`
/** Logs the digest like the contract's event, and answers 0 (as `nonces`). */
const CONTRACT_CODE = `0x7f${digest.slice(2)}60006000a160206000f3`
/** Answers a call with at most one argument, such as `nonces(account)`, and reverts on longer ones. */
const REVERTS: Address = `0x${'ce'.repeat(20)}`
const REVERTS_CODE = '0x60243611600b5760205ff35b5f5ffd'
const chain = openChain({ [contract]: CONTRACT_CODE, [REVERTS]: REVERTS_CODE })

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
  const hash = await chain.anvil.client.sendTransaction({
    account,
    chain: foundry,
    to,
    data: '0x12',
    gas: 90_000n,
  })
  await chain.anvil.mine()
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

const follow = (
  enough: FlowEvent['type'] | ((event: FlowEvent) => boolean),
  change: Partial<WatchInput> = {},
) => chain.follow('order-1', enough, { orderOf: async () => null, ...change })

afterEach(() => {
  for (const owner of [account, shared]) forgetPending(owner, 'order-1')
})

it('success is the order’s own event in a receipt', async () => {
  keep({ hash: await send(contract) })
  expect(await follow('succeeded')).toContainEqual(
    expect.objectContaining({ type: 'succeeded', evidence: 'receipt' }),
  )
})

it('another transaction’s hash does not count, though it was mined; the voucher expires', async () => {
  keep({ hash: await send(elsewhere), voucher: { ...voucher, deadline: 1 } })
  await chain.anvil.mine(100)
  const said = await follow('failed', { orderOf: async () => ({ ...voucher, status: 'expired' }) })
  expect(said).toEqual([
    { type: 'doubted', failure: null, isOther: true },
    { type: 'failed', failure: { code: 'expired' } },
  ])
  expect(findPending(account, 'order-1')).toBeUndefined()
})

it.each([
  ['has ended', [{ ...voucher, status: 'expired' }]],
  [
    'ends later',
    [
      { ...voucher, status: 'open' },
      { ...voucher, status: 'expired' },
    ],
  ],
] as const)(
  'a transaction reverted past the deadline is said to have failed, where its order %s',
  async (_, orders) => {
    const late = { ...voucher, contract: REVERTS, deadline: 1 }
    const call = voucherCall(late)
    const hash = await chain.anvil.client.sendTransaction({
      account,
      chain: foundry,
      to: call.to,
      data: call.data,
      gas: 90_000n,
    })
    await chain.anvil.mine(100)
    keep({ hash, voucher: late })
    const answers = [...orders]
    const orderOf = async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? null
    const said = await follow('failed', { orderOf })
    expect(said.at(-1)).toMatchObject({ type: 'failed', failure: { code: 'revert' } })
    expect(findPending(account, 'order-1')).toBeUndefined()
  },
)

it('a hash of another account’s, or of an earlier transaction: it says nothing, and the call is looked for', async () => {
  const earlier = await send(elsewhere)
  keep({ hash: earlier, minedBefore: await chain.count(), askedNonce: await chain.count() })
  expect(await follow('looked')).toEqual([
    { type: 'doubted', failure: null, isOther: true },
    { type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) },
  ])
  expect(findPending(account, 'order-1')).not.toHaveProperty('hash')
})

it('the wallet put another transaction in its place: that is said, and the voucher stays open', async () => {
  const before = { minedBefore: await chain.count(), askedNonce: await chain.count() }
  keep({ hash: await send(account), sentAtBlock: await chain.blockNumber(), ...before })
  expect(await follow('failed')).toEqual([{ type: 'failed', failure: { code: 'cancelled' } }])
  expect(findPending(account, 'order-1')).toMatchObject({ over: 'replaced' })
})

it('cancelled before any node knew the hash that the wallet named: found out by its nonce', async () => {
  const before = { minedBefore: await chain.count(), askedNonce: await chain.count() }
  const sentAtBlock = await chain.blockNumber()
  await send(account)
  keep({ hash: NEVER, sentAtBlock, updatedAt: Date.now() - 6_000, ...before })
  expect(await follow('failed')).toEqual([{ type: 'failed', failure: { code: 'cancelled' } }])
})

it('a batch is followed from the wallet’s id to its transaction, which is stored', async () => {
  const hash = await send(contract)
  let reads = 0
  keep({ callsId: '0xba7c' })
  const said = await follow('succeeded', {
    statusOf: async (_, id) => {
      reads += 1
      expect(id).toBe('0xba7c')
      return { at: reads < 3 ? 'pending' : 'included', hash: reads < 3 ? null : hash }
    },
  })
  expect(reads).toBe(3)
  expect(said[0]).toEqual({ type: 'repriced', hash })
  expect(findPending(account, 'order-1')).toMatchObject({ hash })
})

it('a batch that the wallet says it dropped is looked for all the same', async () => {
  keep({ callsId: '0xba7c' })
  const said = await follow('looked', { statusOf: async () => ({ at: 'failed', hash: null }) })
  expect(said).toEqual([
    { type: 'doubted', failure: { code: 'batch-failed' }, isOther: true },
    { type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) },
  ])
  expect(findPending(account, 'order-1')).toMatchObject({ voucher })
  expect(findPending(account, 'order-1')).not.toHaveProperty('callsId')
})

it('a wallet that calls its batch included without a transaction is not believed', async () => {
  let reads = 0
  keep({ callsId: '0xba7c', sentAtBlock: await chain.blockNumber() })
  const control = new AbortController()
  const statusOf = async () => {
    reads += 1
    if (reads === 3) control.abort()
    return { at: 'included' as const, hash: null }
  }
  const said = await follow(() => false, { statusOf, signal: control.signal })
  expect(said).toEqual([])
  expect(findPending(account, 'order-1')).toMatchObject({ callsId: '0xba7c' })
})

it('and once it is late that is said, and it can be signed again', async () => {
  keep({ callsId: '0xba7c', sentAtBlock: await chain.blockNumber() })
  await chain.anvil.mine(30)
  const said = await follow('looked', { statusOf: async () => ({ at: 'included', hash: null }) })
  expect(said).toEqual([
    { type: 'doubted', failure: { code: 'batch-unseen' }, isOther: true },
    { type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) },
  ])
})

it('a shared wallet’s proposal waits for its signers, from the first look', async () => {
  keep({ hash: NEVER }, shared)
  const said = await follow('waiting', { account: shared })
  expect(said).toEqual([{ type: 'waiting', for: 'cosigners' }])
})

it('a hash that no node knows for long is reported as unseen', async () => {
  keep({ hash: NEVER, updatedAt: Date.now() - 60_000 })
  expect(await follow('waiting')).toEqual([{ type: 'waiting', for: 'unseen' }])
})

it('a wallet that did not say its hash: the voucher’s nonce is used, and the transaction is found', async () => {
  const minedBefore = await chain.count()
  const sentAtBlock = await chain.blockNumber()
  // The contract of this test answers 0: the nonce after this one.
  const used = { ...voucher, nonce: '-1' }
  keep({ stage: 'signing', voucher: used, minedBefore, sentAtBlock })
  const { to, data } = voucherCall(used)
  const hash = await chain.anvil.client.sendTransaction({ account, chain: foundry, to, data, gas: 90_000n })
  await chain.anvil.mine()
  const said = await follow('succeeded')
  expect(said).toContainEqual({ type: 'found', hash })
  expect(said.at(-1)).toMatchObject({ type: 'succeeded', evidence: 'receipt' })
})

it('a voucher that is open and not sent: the chain was looked at, and it stays open', async () => {
  keep({ stage: 'signing' })
  expect(await follow('looked')).toEqual([
    { type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) },
  ])
  expect(findPending(account, 'order-1')).toMatchObject({ stage: 'signing' })
})

it('used, as the ledger says: found, though its transaction is not', async () => {
  keep({ stage: 'signing', voucher: { ...voucher, nonce: '-1' } })
  const said = await follow('succeeded', { orderOf: async () => ({ ...voucher, status: 'used' }) })
  expect(said).toEqual([
    { type: 'found', hash: null },
    { type: 'succeeded', evidence: 'order', blockNumber: null },
  ])
})

it('a “no” that comes while the chain is read is not written over', async () => {
  keep({ stage: 'signing' })
  const client = {
    ...chain.client,
    request: (async (request: never) => {
      keep({ stage: 'signing', over: 'refused' })
      return chain.client.request(request)
    }) as unknown as typeof chain.client.request,
  }
  await follow('looked', { client })
  expect(findPending(account, 'order-1')).toMatchObject({ over: 'refused' })
})
