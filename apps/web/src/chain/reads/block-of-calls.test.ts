import { createClient, custom, http } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noteBlock, reachBlock, reachNewest } from './block-of-calls.ts'
import type { ChainClient } from './public-client.ts'

interface Anvil {
  readonly url: string
  mine(blocks?: number): Promise<void>
  stop(): Promise<void>
}
let anvil: Anvil

beforeAll(async () => {
  // In a variable: the test kit is for Node, whose types must not enter the app.
  const kit = '@dr/test-kit'
  const { startAnvil } = (await import(/* @vite-ignore */ kit)) as {
    startAnvil: (options: object) => Promise<Anvil>
  }
  anvil = await startAnvil({})
}, 60_000)
afterAll(() => anvil?.stop())

/** A node that answers calls from `behind()` blocks before the newest. */
const lagging = (behind: () => number): { client: ChainClient; requests: () => number } => {
  const node = createClient({ chain: foundry, transport: http(anvil.url) })
  let count = 0
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    if (method !== 'eth_call') return node.request({ method, params } as never)
    count += 1
    const newest = Number(await node.request({ method: 'eth_blockNumber' }))
    const [call] = params as [object]
    const block = `0x${(newest - behind()).toString(16)}`
    return node.request({ method: 'eth_call', params: [call, block] } as never)
  }
  return { client: createClient({ chain: foundry, transport: custom({ request }) }), requests: () => count }
}

it('a node that has the block is asked once', async () => {
  await anvil.mine(10)
  const { client, requests } = lagging(() => 0)
  expect(await reachBlock(client, 10n)).toBe(true)
  expect(requests()).toBe(1)
})

it('a node that is behind is waited for, though its block number says otherwise', async () => {
  let behind = 6
  const { client, requests } = lagging(() => {
    behind -= 2
    return behind
  })
  const newest = BigInt(await client.request({ method: 'eth_blockNumber' }))
  await reachBlock(client, newest, { lookMs: 1 })
  expect(requests()).toBe(3)
})

it('a block that a node has made up is forgotten when the wait for it ends', async () => {
  const { client } = lagging(() => 0)
  noteBlock(client, 10n ** 9n)
  expect(await reachNewest(client, { lookMs: 1, patienceMs: 10 })).toBe(10n ** 9n)
  expect(await reachNewest(client)).toBe(BigInt(await client.request({ method: 'eth_blockNumber' })))
})
