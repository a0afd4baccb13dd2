import { expect, it } from 'vitest'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import { readReceipt } from '../../../chain/reads/read-receipt.ts'
import { account, elsewhere, openChain } from '../flow/test-chain.ts'
import { PLAIN_PLAN } from '../flow/test-flow.ts'
import { readBefore } from './read-before.ts'

const chain = openChain()
const data = '0x1234'
const plan = { ...PLAIN_PLAN, id: 'deposit:1', intent: null, account, call: { to: elsewhere, data } } as const

const send = () => chain.send(data)

/** Answers as of `behind()` blocks before the newest, as a node behind the same address may. */
const lagging = (behind: () => number): ChainClient => {
  const { client } = chain
  const request = async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    const newest = Number(await chain.blockNumber()) - behind()
    const known = `0x${newest.toString(16)}`
    if (method === 'eth_blockNumber') return known
    if (method !== 'eth_call' && method !== 'eth_getTransactionCount')
      return client.request({ method, params } as never)
    const [first, at = 'latest'] = params
    if (String(at).startsWith('0x') && Number(at) > newest) throw new Error('header not found')
    const block = String(at).startsWith('0x') ? at : known
    return client.request({ method, params: [first, block] } as never)
  }
  return { ...client, request: request as unknown as ChainClient['request'] }
}

const read = (client: ChainClient) =>
  readBefore(client, { plan, contracts: {} as never, data, patience: { lookMs: 1 } })

it('a node behind a receipt that was seen is waited for: its transaction is counted', async () => {
  await chain.anvil.mine(5)
  const hash = await send()
  let looks = 0
  const client = lagging(() => {
    looks += 1
    return looks < 6 ? 2 : 0
  })
  const { blockNumber } = await readReceipt(client, hash)
  const count = await chain.count()
  expect(await read(client)).toMatchObject({
    sentAtBlock: String(blockNumber),
    minedBefore: count,
    askedNonce: count,
  })
})

it('a node that falls behind in between is an error, no older count', async () => {
  await send()
  let calls = 0
  const client = lagging(() => {
    calls += 1
    return calls > 2 ? 2 : 0
  })
  await expect(read(client)).rejects.toThrow('header not found')
})
