import { foundry } from 'viem/chains'
import { beforeEach, expect, it, vi } from 'vitest'
import { forgetPending, savePending } from '../work/pending.ts'
import { account, elsewhere, openChain } from './test-chain.ts'
import { followAll, followOrder, onOrderEvent, stopFollowing } from './watchers.ts'

const chain = openChain()
vi.mock('../../../chain/reads/public-client.ts', () => ({ loadChainClient: async () => chain.client }))

const ID = 'wrap:1'
const heard: string[] = []

beforeEach(async () => {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
  heard.length = 0
  const before = { minedBefore: await chain.count(), sentAtBlock: await chain.blockNumber() }
  const hash = await chain.anvil.client.sendTransaction({
    account,
    chain: foundry,
    to: elsewhere,
    data: '0x1234',
    gas: 60_000n,
  })
  await chain.anvil.mine(100)
  savePending(account, {
    orderId: ID,
    chainId: 31_337,
    kind: 'wrapUSDR',
    stage: 'seen',
    voucher: null,
    direct: { to: elsewhere, intent: '{}', before: '0' },
    data: '0x1234',
    hash,
    updatedAt: Date.now(),
    ...before,
  })
  return () => {
    vi.unstubAllGlobals()
    forgetPending(account, ID)
  }
})

it('who begins to listen as a watch ends hears its end all the same', async () => {
  let later: Promise<void> | undefined
  const stop = onOrderEvent((_, { type }) => {
    // A flow that was reading its plan until now has missed this.
    if (type === 'finalized' && later === undefined) later = followOrder(account, ID)
    else if (later !== undefined) heard.push(type)
  })
  await followOrder(account, ID)
  await later
  stop()
  expect(heard).toEqual(['found', 'succeeded', 'finalized'])
})

it('a watch that was stopped is begun again at once', async () => {
  const stop = onOrderEvent((_, { type }) => heard.push(type))
  followAll(account)
  stopFollowing()
  await followOrder(account, ID)
  stop()
  expect(heard).toEqual(['found', 'succeeded', 'finalized'])
})
