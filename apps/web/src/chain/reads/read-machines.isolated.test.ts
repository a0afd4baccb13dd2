import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import {
  createClient,
  custom,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  numberToHex,
} from 'viem'
import { beforeEach, expect, it, vi } from 'vitest'
import { config, contract } from '../../api/test-config.ts'
import { readMachines } from './read-machines.ts'

const abi = digitalRightsAbi
const ALICE = `0x${'a1'.repeat(20)}` as const
const NEWEST = 1_000n
const FINAL = 997n

const chain = vi.hoisted(() => ({ client: null as unknown }))
vi.mock('../../api/config.ts', () => ({ loadConfig: async () => config }))
vi.mock('./public-client.ts', () => ({ loadChainClient: async () => chain.client }))

const block = (number: bigint) => ({
  number: numberToHex(number),
  timestamp: numberToHex(number * 3n),
  transactions: [],
})

/** 7 is no machine; every other one is paid for as many hours as its id, at the newest block only. */
const viewOf = (call: Hex, at: bigint): Hex => {
  const { functionName, args } = decodeFunctionData({ abi, data: call })
  const [id] = args as readonly [bigint]
  if (functionName === 'ownerOf')
    return encodeAbiParameters([{ type: 'address' }], [id === 7n ? `0x${'0'.repeat(40)}` : ALICE])
  return encodeAbiParameters([{ type: 'uint256' }], [at === NEWEST && id !== 7n ? id * 3_600n : 0n])
}

const batches: { views: number; at: bigint }[] = []
let answers = true

beforeEach(() => {
  batches.length = 0
  answers = true
  const request = async ({ method, params }: { method: string; params: readonly unknown[] }) => {
    if (!answers) throw new Error('no node answers')
    if (method === 'eth_getBlockByNumber') return block(params[0] === 'finalized' ? FINAL : NEWEST)
    if (method !== 'eth_call') throw new Error(`not asked: ${method}`)
    const [{ to, data }, at] = params as [{ to: string; data: Hex }, Hex]
    expect(to).toBe(contract)
    const { functionName, args } = decodeFunctionData({ abi, data })
    expect(functionName).toBe('multicall')
    const [calls] = args as readonly [readonly Hex[]]
    batches.push({ views: calls.length, at: BigInt(at) })
    return encodeFunctionResult({
      abi,
      functionName: 'multicall',
      result: calls.map((call) => viewOf(call, BigInt(at))),
    })
  }
  chain.client = createClient({ transport: custom({ request } as never, { retryCount: 0 }) })
})

it('reads owner and paid time at one block, and what is final of it, in the order asked for', async () => {
  const none = { owner: `0x${'0'.repeat(40)}`, paidUntil: 0, finalPaidUntil: 0 }
  const owner = ALICE
  expect(await readMachines(['9', '7', '8'])).toEqual({
    blockTime: 3_000,
    machines: [
      { owner, paidUntil: 32_400, finalPaidUntil: 0 },
      none,
      { owner, paidUntil: 28_800, finalPaidUntil: 0 },
    ],
  })
  expect(batches.map(({ at }) => at).sort()).toEqual([NEWEST, NEWEST, FINAL].sort())
})

it('asks a node for at most 200 of them at once, and leaves none out', async () => {
  const ids = Array.from({ length: 500 }, (_, index) => String(index + 1_000))
  const { machines } = await readMachines(ids)
  expect(machines.map(({ paidUntil }) => String(paidUntil / 3_600))).toEqual(ids)
  expect(Math.max(...batches.map(({ views }) => views))).toBe(200)
  expect(batches).toHaveLength(9)
})

it('throws when no node answers', async () => {
  answers = false
  await expect(readMachines(['9'])).rejects.toThrow('no node answers')
})
