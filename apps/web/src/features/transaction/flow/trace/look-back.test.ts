/** Calls without a voucher, followed on a real chain to their outcome; most of them without a hash. */
import type { Address, Hash, Hex } from 'viem'
import { foundry } from 'viem/chains'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChainClient } from '../../../../chain/reads/public-client.ts'
import { intentText } from '../../plan/direct-effect.ts'
import { OUT_OF_GAS } from '../../words/revert-reason.ts'
import { forgetDeposit, keepDeposit, readDeposits } from '../../work/deposits.ts'
import { findPending, forgetPending, type PendingWork, savePending } from '../../work/pending.ts'
import type { FlowEvent } from '../flow-state.ts'
import { readStoppedOutcome } from '../read-stopped.ts'
import { account, elsewhere, NEVER, openChain, shared } from '../test-chain.ts'
import type { WatchInput } from '../watch-order.ts'

const target: Address = `0x${'cd'.repeat(20)}`
/** Reverts every call with `Error("no")`. */
const refusing: Address = `0x${'ce'.repeat(20)}`
const REFUSAL = '0x6308c379a060e01b60005260206004526002602452616e6f60f01b60445260646000fd'
/**
 * A contract that uses all its gas; and one that calls it with all available gas and reverts without data.
 */
const LOOP = '0x5b600056'
const caller: Address = `0x${'cf'.repeat(20)}`
const CALLS_LOOP = `0x6000600060006000600073${target.slice(2)}5af15060006000fd`
const ID = 'deposit:1'
const gwei = 10n ** 9n
const chain = openChain({ [refusing]: REFUSAL })

const send = (change: { nonce?: number; to?: Address; data?: Hex; gwei?: bigint } = {}): Promise<Hash> =>
  chain.anvil.client.sendTransaction({
    account,
    chain: foundry,
    to: change.to ?? target,
    data: change.data ?? '0x1234',
    maxFeePerGas: (change.gwei ?? 5n) * gwei,
    maxPriorityFeePerGas: (change.gwei ?? 5n) * gwei,
    gas: 60_000n,
    ...(change.nonce === undefined ? {} : { nonce: change.nonce }),
  })
const nonceOf = async (hash: Hash): Promise<number> =>
  Number((await chain.client.request({ method: 'eth_getTransactionByHash', params: [hash] }))?.nonce ?? '0x0')

const deposit = {
  kind: 'deposit',
  token: 'USDT',
  amount: 5n,
  chainPackageId: 1n,
  shown: {
    termDays: 30,
    incomeToken: 'USDT',
    yearlyRate: 1n,
    burnBps: 500n,
    result: { income: 2n, burn: 0n, net: 2n, burnDr: 0n, worth: 2n },
  },
} as const

/** Stores the work as it is stored right before the wallet is asked. */
const keep = async (change: Partial<PendingWork> = {}, owner = account, to = target): Promise<void> => {
  savePending(owner, {
    orderId: ID,
    chainId: 31_337,
    kind: 'deposit',
    stage: 'signing',
    voucher: null,
    direct: { to, intent: intentText(deposit), before: '0' },
    data: '0x1234',
    minedBefore: await chain.count(),
    sentAtBlock: await chain.blockNumber(),
    updatedAt: Date.now(),
    ...change,
  })
}

const follow = (
  enough: FlowEvent['type'] | ((event: FlowEvent) => boolean),
  change: Partial<WatchInput> = {},
) => chain.follow(ID, enough, { isDoneAt: async () => false, ...change })

beforeEach(async () => {
  for (const owner of [account, shared]) {
    forgetPending(owner, ID)
    for (const hash of readDeposits(owner)) forgetDeposit(owner, hash)
  }
  await chain.client.request({ method: 'anvil_dropAllTransactions', params: [] } as never)
})

describe('its hash is known', () => {
  it('a mined call is a success by its receipt, and over once that is final', async () => {
    await keep()
    await keep({ hash: await send(), stage: 'pending' })
    await chain.anvil.mine(100)
    expect(await follow('finalized')).toMatchObject([
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
      if (at === 'finalized') looks += 1
      return at !== 'finalized' && looks < 2
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
    const forgetful = {
      ...chain.client,
      request: (input: { method: string; params?: unknown[] }) =>
        input.method === 'eth_getTransactionCount' && String(input.params?.[1]).startsWith('0x')
          ? chain.client.request({ method: 'eth_unknown' } as never)
          : chain.client.request(input as never),
    } as unknown as ChainClient
    expect(await follow('succeeded', { client: forgetful })).toContainEqual({ type: 'found', hash })
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

describe('stopped by another account in the wallet: what was paid, without its session', () => {
  const stopped = {
    account,
    kind: 'deposit',
    amounts: '5 USDT',
    done: [],
    approved: false,
    orderId: ID,
    requested: true,
    hash: null,
  } as const

  it.each([
    ['paid', target],
    ['failed', refusing],
  ] as const)('%s, by its receipt', async (outcome, to) => {
    await keep({ hash: await send({ to }), stage: 'pending' }, account, to)
    expect(await readStoppedOutcome(chain.client, stopped)).toBe('waiting')
    await chain.anvil.mine()
    expect(await readStoppedOutcome(chain.client, stopped)).toBe(outcome)
  })

  it('sent without a word: not known, until the chain shows it', async () => {
    await keep()
    expect(await readStoppedOutcome(chain.client, stopped)).toBe('unknown')
    await send()
    await chain.anvil.mine()
    expect(await readStoppedOutcome(chain.client, stopped)).toBe('paid')
  })

  it('cancelled in the wallet: not used', async () => {
    const hash = await send()
    await keep({ hash, accountNonce: await nonceOf(hash) })
    await send({ nonce: await nonceOf(hash), to: account, data: '0x', gwei: 20n })
    await chain.anvil.mine()
    expect(await readStoppedOutcome(chain.client, stopped)).toBe('replaced')
  })

  it('never asked for: nothing, or no more than an approval', async () => {
    expect(await readStoppedOutcome(chain.client, { ...stopped, requested: false })).toBe('nothing')
    expect(await readStoppedOutcome(chain.client, { ...stopped, requested: false, approved: true })).toBe(
      'approved',
    )
  })
})
