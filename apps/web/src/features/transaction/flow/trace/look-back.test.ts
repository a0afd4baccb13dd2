/** Calls without a voucher that the wallet reported, followed on a real chain to their outcome. */
import type { Address, Hash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../chain/reads/public-client.ts'
import { OUT_OF_GAS } from '../../words/revert-reason.ts'
import { keepDeposit, readDeposits } from '../../work/deposits.ts'
import { findPending } from '../../work/pending.ts'
import { account, elsewhere, NEVER, shared } from '../test-chain.ts'
import type { WatchInput } from '../watch-order.ts'
import { ID, openLookBack, REFUSAL, refusing, target } from './test-look-back.ts'

/**
 * A contract that uses all its gas; and one that calls it with all available gas and reverts without data.
 */
const LOOP = '0x5b600056'
const caller: Address = `0x${'cf'.repeat(20)}`
const CALLS_LOOP = `0x6000600060006000600073${target.slice(2)}5af15060006000fd`

const { chain, send, nonceOf, keep, follow } = openLookBack()

describe('its hash is known', () => {
  it('a mined call is a success by its receipt, and over once that is final', async () => {
    await keep()
    await keep({ hash: await send(), stage: 'pending' })
    await chain.anvil.mine(100)
    expect(await follow('finalized')).toMatchObject([
      { type: 'found' },
      { type: 'succeeded', evidence: 'receipt' },
      { type: 'finalized' },
    ])
    expect(findPending(account, ID)).toBeUndefined()
  })

  it('is kept as seen with its success, before anything more is read: the next call is no second attempt', async () => {
    await keep()
    await keep({ hash: await send(), stage: 'pending' })
    await chain.anvil.mine()
    const withoutFinal = {
      ...chain.client,
      request: (input: { method: string; params?: unknown[] }) =>
        input.params?.[0] === 'finalized'
          ? chain.client.request({ method: 'eth_unknown' } as never)
          : chain.client.request(input as never),
    } as unknown as ChainClient
    await follow('succeeded', { client: withoutFinal })
    expect(findPending(account, ID)).toMatchObject({ stage: 'seen' })
  })

  it('sped up in the wallet: the faster one counts, and its booking is waited for', async () => {
    const hash = await send()
    await keep({ hash })
    const nonce = await nonceOf(hash)
    let faster: Promise<Hash> | null = null
    const said = await follow((event) => {
      if (event.type === 'waiting' && faster === null)
        faster = send({ nonce, gwei: 20n }).then(async (made) => {
          await chain.anvil.mine()
          return made
        })
      return event.type === 'succeeded'
    })
    expect(said).toContainEqual({ type: 'repriced', hash: await faster })
    expect(readDeposits(account)).toEqual([await faster])
  })

  it('cancelled in the wallet: no success, though the cancellation succeeds', async () => {
    const hash = await send()
    await keep({ hash })
    keepDeposit(account, hash)
    const nonce = await nonceOf(hash)
    let replaced = false
    const said = await follow((event) => {
      if (event.type === 'waiting' && !replaced) {
        replaced = true
        void send({ nonce, to: account, data: '0x', gwei: 20n }).then(() => chain.anvil.mine())
      }
      return event.type === 'failed'
    })
    expect(said.at(-1)).toEqual({ type: 'failed', failure: { code: 'cancelled' } })
    expect(readDeposits(account)).toEqual([])
  })

  it('reverted: with the contract’s reason', async () => {
    await keep({ hash: await send({ to: refusing }) }, account, refusing)
    await chain.anvil.mine()
    expect(await follow('failed')).toMatchObject([
      { failure: { code: 'revert', revert: { name: null, reason: 'no' } } },
    ])
    expect(findPending(account, ID)).toMatchObject({ over: 'reverted' })
    expect(findPending(account, ID)).not.toHaveProperty('hash')
  })

  it('reverted, and the wallet has sent it again by itself: that one is found', async () => {
    await chain.setCode(target, REFUSAL)
    const before = { minedBefore: await chain.count(), sentAtBlock: await chain.blockNumber() }
    const reverted = await send()
    await chain.anvil.mine()
    await chain.setCode(target, '0x')
    const hash = await send()
    await chain.anvil.mine()
    await keep({ hash: reverted, stage: 'pending', ...before })
    const said = await follow('succeeded')
    expect(said).toContainEqual({ type: 'found', hash })
    expect(said.some(({ type }) => type === 'failed')).toBe(false)
  })

  it('reverted, and sent again after that was said: found by the same watch', async () => {
    await chain.setCode(target, REFUSAL)
    await keep()
    await keep({ hash: await send(), stage: 'pending', minedBefore: await chain.count() })
    await chain.anvil.mine()
    let hash: Promise<Hash> | null = null
    const said = await follow((event) => {
      if (event.type === 'failed')
        hash = chain.setCode(target, '0x').then(async () => {
          const sent = await send()
          await chain.anvil.mine()
          return sent
        })
      return event.type === 'succeeded'
    })
    expect(said).toContainEqual({ type: 'found', hash: await hash })
  })

  it.each([
    ['in the contract itself', target, LOOP],
    ['in a contract that it calls, which leaves a 64th of it unused', caller, CALLS_LOOP],
  ])('reverted for too little gas: reported with its limit (%s)', async (_, to, code) => {
    await chain.setCode(target, LOOP)
    await chain.setCode(to, code)
    await keep({ hash: await send({ to }) }, account, to)
    await chain.anvil.mine()
    expect(await follow('failed')).toMatchObject([
      { failure: { code: 'revert', revert: { name: OUT_OF_GAS, args: [60_000n] } } },
    ])
    await chain.setCode(target, '0x')
  })

  it('a shared wallet’s proposal waits for its signers, and is a success by its trace', async () => {
    await keep({ hash: NEVER }, shared)
    expect(await follow('waiting', { account: shared })).toEqual([{ type: 'waiting', for: 'cosigners' }])
    const executed = { account: shared, isDoneAt: async () => true }
    expect(await follow('finalized', executed)).toMatchObject([
      { type: 'found', hash: null },
      { type: 'succeeded' },
      { type: 'finalized' },
    ])
  })

  it('a shared wallet’s success stays one until it is final, unless its block is taken away', async () => {
    await keep({ hash: NEVER }, shared)
    let looks = 0
    const isDoneAt: WatchInput['isDoneAt'] = async (_, _account, _work, at) => {
      if ('blockTag' in at) looks += 1
      return !('blockTag' in at) && looks < 2
    }
    const said = await follow('waiting', { account: shared, isDoneAt })
    expect(said.map(({ type }) => type)).toEqual(['found', 'succeeded', 'unmined', 'waiting'])
    expect(looks).toBe(2)
    expect(findPending(shared, ID)).toMatchObject({ stage: 'pending' })
  })
})

describe('a batch', () => {
  it('is followed from the wallet’s id to its transaction, and is a success by its trace', async () => {
    await keep({ callsId: '0x1' })
    // Another transaction, made by the wallet, contains the call.
    const hash = await send({ to: elsewhere })
    await chain.anvil.mine()
    let reads = 0
    const statusOf = async () => {
      reads += 1
      return { at: 'pending' as const, hash: reads < 3 ? null : hash }
    }
    const said = await follow('succeeded', { statusOf, isDoneAt: async () => reads === 3 })
    expect(said).toContainEqual({ type: 'repriced', hash })
    expect(said).toContainEqual({ type: 'found', hash })
    expect(reads).toBe(3)
  })

  it('that the wallet says it dropped is looked for all the same', async () => {
    await keep({ callsId: '0x1' })
    const said = await follow('looked', { statusOf: async () => ({ at: 'failed', hash: null }) })
    expect(said).toEqual([
      { type: 'doubted', failure: { code: 'batch-failed' }, isOther: true },
      { type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) },
    ])
  })
})

describe('the wallet named a hash that no node knows', () => {
  it('the call is found under its own', async () => {
    await keep({ hash: NEVER, stage: 'pending' })
    const hash = await send()
    await chain.anvil.mine()
    expect(await follow('succeeded')).toContainEqual({ type: 'repriced', hash })
  })

  it('for long, and nothing is mined: in doubt, not failed', async () => {
    await keep({ hash: NEVER, stage: 'pending', updatedAt: Date.now() - 60_000 })
    expect(await follow('looked')).toEqual([
      { type: 'doubted', failure: null },
      { type: 'looked', isWaiting: false, blockNumber: expect.any(BigInt) },
    ])
  })
})

it('what the wallet tells while the chain is read is not written over', async () => {
  await keep()
  const hash = await send()
  let told = false
  const isDoneAt = async () => false
  const input = { isDoneAt, client: { ...chain.client } as ChainClient }
  input.client.request = (async (request: never) => {
    if (!told) {
      told = true
      await keep({ hash, stage: 'pending' })
      await chain.anvil.mine()
    }
    return chain.client.request(request)
  }) as unknown as ChainClient['request']
  expect(await follow('succeeded', input)).toContainEqual({ type: 'found', hash })
})
