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
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import type { Plan } from '../plan/plan.ts'
import { OUT_OF_GAS } from '../words/revert-reason.ts'
import type { FlowEvent } from './flow-state.ts'
import { type SettleInput, settleCall } from './settle-call.ts'

interface Anvil {
  readonly url: string
  readonly client: TestClient & WalletActions
  mine(blocks?: number): Promise<void>
  stop(): Promise<void>
}

// Anvil's own first account, unlocked at the node.
const account: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const target: Address = `0x${'cd'.repeat(20)}`
/** Reverts with `Error("no")`, whatever it is asked. */
const refusing: Address = `0x${'ce'.repeat(20)}`
const REFUSAL = '0x6308c379a060e01b60005260206004526002602452616e6f60f01b60445260646000fd'
/**
 * Runs until its gas is used up; and one that calls it with all it may pass on, and then reverts without a
 * word.
 */
const LOOP = '0x5b600056'
const caller: Address = `0x${'cf'.repeat(20)}`
const CALLS_LOOP = `0x6000600060006000600073${target.slice(2)}5af15060006000fd`
const gwei = 10n ** 9n
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
}, 120_000)
afterAll(() => anvil?.stop())

const send = (change: { nonce?: number; to?: Address; data?: Hex; gwei?: bigint } = {}): Promise<Hash> =>
  anvil.client.sendTransaction({
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
  Number((await client.request({ method: 'eth_getTransactionByHash', params: [hash] }))?.nonce ?? '0x0')

const plan = (to: Address, isContract = false): Plan => ({
  id: 'x',
  account,
  intent: { kind: 'wrapUSDR', amount: 1n },
  voucher: null,
  call: { to, data: '0x1234' },
  vault: null,
  incoming: [],
  spends: [],
  ability: { isContract, atomic: false },
  gas: { cost: 0n, balance: 0n },
  deadline: null,
  blockNumber: 0n,
  blockTime: 0,
  readAtMs: 0,
})

/** Follows `sent`; `onWaiting` gets what it waits for, and may change the chain. */
const settle = (
  change: Partial<SettleInput> & Pick<SettleInput, 'sent'>,
  onWaiting: (event: FlowEvent) => void = () => undefined,
) => {
  let clock = 0
  return settleCall({
    client,
    account,
    plan: plan(target),
    sentAtBlock: 0n,
    emit: onWaiting,
    statusOf: async () => null,
    intervalMs: 20,
    nowMs: () => {
      clock += 1_000
      return clock
    },
    ...change,
  })
}

it('a mined call is settled by its receipt', async () => {
  const hash = await send()
  await anvil.mine()
  expect(await settle({ sent: { hash } })).toMatchObject({ hash })
})

it('sped up in the wallet: the faster one counts', async () => {
  const hash = await send()
  const nonce = await nonceOf(hash)
  let faster: Promise<Hash> | null = null
  const settled = await settle({ sent: { hash } }, (event) => {
    if (event.type !== 'waiting' || faster !== null) return
    faster = send({ nonce, gwei: 20n }).then(async (made) => {
      await anvil.mine()
      return made
    })
  })
  expect(settled.hash).toBe(await faster)
})

it('cancelled in the wallet: no success, though the cancellation succeeds', async () => {
  const hash = await send()
  const nonce = await nonceOf(hash)
  let replaced = false
  const settled = settle({ sent: { hash } }, (event) => {
    if (event.type !== 'waiting' || replaced) return
    replaced = true
    void send({ nonce, to: account, data: '0x', gwei: 20n }).then(() => anvil.mine())
  })
  await expect(settled).rejects.toMatchObject({ failure: { code: 'cancelled' } })
})

it('reverted: with the contract’s reason', async () => {
  await client.request({ method: 'anvil_setCode', params: [refusing, REFUSAL] } as never)
  const hash = await send({ to: refusing })
  await anvil.mine()
  await expect(settle({ sent: { hash }, plan: plan(refusing) })).rejects.toMatchObject({
    failure: { code: 'revert', revert: { name: null, reason: 'no' } },
  })
})

it.each([
  ['in the contract itself', target, LOOP],
  ['in a contract that it calls, which leaves a 64th of it unused', caller, CALLS_LOOP],
])('reverted for too little gas: reported with its limit (%s)', async (_, to, code) => {
  await client.request({ method: 'anvil_setCode', params: [target, LOOP] } as never)
  await client.request({ method: 'anvil_setCode', params: [to, code] } as never)
  const hash = await send({ to })
  await anvil.mine()
  await expect(settle({ sent: { hash }, plan: plan(to) })).rejects.toMatchObject({
    failure: { code: 'revert', revert: { name: OUT_OF_GAS, args: [60_000n] } },
  })
  await client.request({ method: 'anvil_setCode', params: [target, '0x'] } as never)
})

it('a batch is followed from the wallet’s id to its transaction, or to its failure', async () => {
  const hash = await send()
  await anvil.mine()
  let reads = 0
  const statusOf = async () => {
    reads += 1
    return { at: 'pending' as const, hash: reads < 3 ? null : hash }
  }
  expect(await settle({ sent: { hash: null, callsId: '0x1' }, statusOf })).toMatchObject({ hash })
  expect(reads).toBe(3)
  const failed = async () => ({ at: 'failed' as const, hash: null })
  await expect(settle({ sent: { hash: null, callsId: '0x1' }, statusOf: failed })).rejects.toMatchObject({
    failure: { code: 'batch-failed' },
  })
})

it('a shared wallet’s proposal waits for its signers', async () => {
  const said: FlowEvent[] = []
  const never = `0x${'77'.repeat(32)}` as const
  let clock = 0
  const nowMs = () => {
    clock += 600_000
    return clock
  }
  const input = { sent: { hash: never }, plan: plan(target, true), nowMs }
  const settled = settle(input, (event) => void said.push(event))
  await expect(settled).rejects.toMatchObject({ failure: { code: 'no-answer' } })
  expect(said[0]).toEqual({ type: 'waiting', for: 'cosigners' })
})
