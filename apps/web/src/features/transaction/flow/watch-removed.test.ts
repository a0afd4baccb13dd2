/** Work that another tab, which follows the same order, has ended and removed. */
import { RpcRequestError } from 'viem'
import { foundry } from 'viem/chains'
import { afterEach, expect, it } from 'vitest'
import { findPending, forgetPending, type PendingWork, savePending } from '../work/pending.ts'
import { account, elsewhere, openChain } from './test-chain.ts'

const chain = openChain()
const ID = 'wrap:1'

const call = { account, chain: foundry, to: elsewhere, data: '0x1234', gas: 60_000n } as const

/** Stores a call, and sends it after that. */
const keepAndSend = async (change: Partial<PendingWork> = {}): Promise<PendingWork> => {
  const asked: PendingWork = {
    orderId: ID,
    chainId: 31_337,
    kind: 'wrapUSDR',
    stage: 'signing',
    voucher: null,
    direct: { to: elsewhere, intent: '{}', before: '0' },
    data: '0x1234',
    minedBefore: await chain.count(),
    sentAtBlock: await chain.blockNumber(),
    updatedAt: Date.now(),
  }
  const hash = await chain.anvil.client.sendTransaction(call)
  await chain.anvil.mine(100)
  const work = { ...asked, hash, ...change }
  savePending(account, work)
  return work
}

const follow = async (change: Parameters<typeof chain.follow>[2] = {}, enough = () => false) =>
  (await chain.follow(ID, enough, change)).map(({ type }) => type)

afterEach(() => forgetPending(account, ID))

it('ended there between two looks: it is followed to its end here too', async () => {
  await keepAndSend()
  const said = await chain.follow(
    ID,
    ({ type }) => {
      if (type === 'succeeded') forgetPending(account, ID)
      return false
    },
    {},
  )
  expect(said.map(({ type }) => type)).toEqual(['found', 'succeeded', 'finalized'])
  expect(findPending(account, ID)).toBeUndefined()
})

it('ended there before the first look, and its transaction was not known here: it is found', async () => {
  const { hash: _, ...work } = await keepAndSend()
  savePending(account, work)
  forgetPending(account, ID)
  expect(await follow({ isDoneAt: async () => false })).toEqual([
    'repriced',
    'found',
    'succeeded',
    'finalized',
  ])
})

it('removed because the wallet could not be asked: one look shows nothing, and the watch ends', async () => {
  savePending(account, {
    orderId: ID,
    chainId: 31_337,
    kind: 'wrapUSDR',
    stage: 'signing',
    voucher: null,
    data: '0x1234',
    minedBefore: await chain.count(),
    sentAtBlock: await chain.blockNumber(),
    updatedAt: Date.now(),
  })
  forgetPending(account, ID)
  expect(await follow()).toEqual(['looked'])
})

it('requested again while the first is read to its end: the second stays stored', async () => {
  const first = await keepAndSend({ stage: 'seen' })
  const second = { ...first, stage: 'signing', updatedAt: first.updatedAt + 1 } as const
  await chain.follow(
    ID,
    ({ type }) => {
      if (type === 'finalized') savePending(account, second)
      return type === 'finalized'
    },
    {},
  )
  expect(findPending(account, ID)).toEqual(second)
})

it('a node that cannot say whether it was made twice: it is final all the same, and asked again', async () => {
  await keepAndSend({ stage: 'seen' })
  await chain.anvil.client.sendTransaction(call)
  await chain.anvil.mine(100)
  let refusals = 0
  const client = {
    ...chain.client,
    request: (async (request: { readonly method: string; readonly params: readonly unknown[] }) => {
      const { method, params } = request
      if (method === 'eth_getTransactionCount' && params[1] !== 'pending' && refusals < 2) {
        refusals += 1
        throw new RpcRequestError({
          body: request,
          url: chain.anvil.url,
          error: { code: -32000, message: 'no' },
        })
      }
      return chain.client.request(request as never)
    }) as unknown as typeof chain.client.request,
  }
  expect(await follow({ client })).toEqual(['found', 'succeeded', 'finalized', 'twice'])
  expect(refusals).toBe(2)
})
