/** Calls without a voucher that the wallet did not report, found on a real chain. */
import { describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../chain/reads/public-client.ts'
import { readDeposits } from '../../work/deposits.ts'
import { findPending } from '../../work/pending.ts'
import { account, elsewhere } from '../test-chain.ts'
import { ID, openLookBack, refusing } from './test-look-back.ts'

const { chain, send, nonceOf, keep, follow } = openLookBack()

describe('the wallet said nothing of it', () => {
  it('and the chain shows nothing: that is said, and it is looked for again', async () => {
    await keep()
    let looks = 0
    const said = await follow((event) => {
      if (event.type === 'looked') looks += 1
      return looks === 3
    })
    expect(looks).toBe(3)
    expect(said).toEqual([{ type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) }])
    expect(findPending(account, ID)).toMatchObject({ stage: 'signing' })
  })

  it('it waits for a block, and is mined: found by its content', async () => {
    await keep()
    const hash = await send()
    let looks = 0
    const said = await follow((event) => {
      if (event.type === 'looked') looks += 1
      if (event.type === 'looked' && looks === 1) void chain.anvil.mine()
      return event.type === 'succeeded'
    })
    expect(said).toContainEqual({ type: 'looked', isWaiting: true, blockNumber: expect.any(BigInt) })
    expect(said).toContainEqual({ type: 'found', hash })
    expect(said.at(-1)).toMatchObject({ type: 'succeeded', evidence: 'receipt' })
    expect(readDeposits(account)).toEqual([hash])
  })

  it('mined many blocks ago, behind another transaction of the account', async () => {
    await keep()
    await send({ to: elsewhere })
    await chain.anvil.mine(3)
    const hash = await send()
    await chain.anvil.mine(400)
    expect(await follow('succeeded')).toContainEqual({ type: 'found', hash })
  })

  it('the wallet has added a mark of its own to the end of the call', async () => {
    await keep()
    const hash = await send({ data: '0x1234beef' })
    await chain.anvil.mine()
    expect(await follow('succeeded')).toContainEqual({ type: 'found', hash })
  })

  it('on a node that keeps no old states: found by reading the blocks', async () => {
    await keep()
    const hash = await send()
    await chain.anvil.mine(20)
    const newest = await chain.blockNumber()
    const forgetful = {
      ...chain.client,
      request: (input: { method: string; params?: unknown[] }) =>
        input.method === 'eth_getTransactionCount' && Number(input.params?.[1]) < Number(newest)
          ? chain.client.request({ method: 'eth_unknown' } as never)
          : chain.client.request(input as never),
    } as unknown as ChainClient
    expect(await follow('succeeded', { client: forgetful })).toContainEqual({ type: 'found', hash })
  })

  it('a node behind the same address does not count it yet: nothing is said to be missing', async () => {
    await keep()
    const hash = await send()
    const before = await chain.blockNumber()
    await chain.anvil.mine()
    let looks = 0
    const mixed = {
      ...chain.client,
      request: ({ method, params }: { method: string; params?: unknown[] }) => {
        if (method !== 'eth_getTransactionCount') return chain.client.request({ method, params } as never)
        looks += 1
        const isUnknown = String(params?.[1]).startsWith('0x') && Number(params?.[1]) > Number(before)
        const at = looks > 6 ? params?.[1] : isUnknown ? '0xfffffff' : `0x${Number(before).toString(16)}`
        return chain.client.request({ method, params: [params?.[0], at] } as never)
      },
    } as unknown as ChainClient
    const said = await follow('succeeded', { client: mixed })
    expect(said.map(({ type }) => type)).not.toContain('looked')
    expect(said).toContainEqual({ type: 'found', hash })
  })

  it('a node that names a block before it was kept says nothing of it', async () => {
    await chain.anvil.mine(50)
    await keep()
    const kept = await chain.blockNumber()
    const late = {
      ...chain.client,
      request: async ({ method, params }: { method: string; params?: unknown[] }) =>
        method === 'eth_blockNumber'
          ? `0x${(Number(kept) - 40).toString(16)}`
          : chain.client.request({ method, params } as never),
    } as unknown as ChainClient
    expect(await follow('looked', { client: late })).toEqual([
      { type: 'looked', isWaiting: false, blockNumber: BigInt(kept) },
    ])
  })

  it('it is replaced in the wallet by the same at a higher price: that one is found', async () => {
    await keep()
    const first = await send()
    const faster = await send({ nonce: await nonceOf(first), gwei: 20n })
    await chain.anvil.mine()
    expect(await follow('succeeded')).toContainEqual({ type: 'found', hash: faster })
  })

  it('its block refused it: over, and no success', async () => {
    await keep({}, account, refusing)
    await send({ to: refusing })
    await chain.anvil.mine()
    expect((await follow('failed')).at(-1)).toMatchObject({ failure: { code: 'revert' } })
    expect(findPending(account, ID)).toMatchObject({ over: 'reverted' })
  })

  it('something else was sent since: it is not taken for it, and not looked at twice', async () => {
    await keep()
    await send({ to: elsewhere })
    await chain.anvil.mine()
    expect(await follow('looked')).toEqual([
      { type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) },
    ])
    expect(findPending(account, ID)).toMatchObject({ minedLookedAt: await chain.count() })
  })

  it('a batch sent by code of the wallet’s own, or by another account: its trace is the success', async () => {
    await keep({ isBatch: true })
    await send({ to: elsewhere })
    await chain.anvil.mine()
    const said = await follow('finalized', { isDoneAt: async () => true })
    expect(said).toMatchObject([
      { type: 'found', hash: null },
      { type: 'succeeded', evidence: 'receipt' },
      { type: 'finalized' },
    ])
  })

  it.each([0, 1])(
    'another account raised the figure: no trace of this one, which sent %i others',
    async (others) => {
      await keep()
      for (let sent = 0; sent < others; sent += 1) await send({ to: elsewhere })
      await chain.anvil.mine()
      expect(await follow('looked', { isDoneAt: async () => true })).toEqual([
        { type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) },
      ])
    },
  )
})
