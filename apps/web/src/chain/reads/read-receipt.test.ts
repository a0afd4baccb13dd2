import { createClient, custom } from 'viem'
import { foundry } from 'viem/chains'
import { expect, it } from 'vitest'
import type { ChainClient } from './public-client.ts'
import { readReceipt } from './read-receipt.ts'

it('has the contracts of its logs in lower case, whatever the node says', async () => {
  const hash = `0x${'11'.repeat(32)}` as const
  const log = (address: string) => ({ address, topics: [hash], data: '0x', logIndex: '0x0' })
  const receipt = {
    transactionHash: hash,
    status: '0x1',
    logs: [log(`0x${'Ab'.repeat(20)}`), log(`0x${'cd'.repeat(20)}`)],
  }
  const client: ChainClient = createClient({
    chain: foundry,
    transport: custom({ request: async () => receipt }),
  })
  const { status, logs } = await readReceipt(client, hash)
  expect(status).toBe('success')
  expect(logs).toMatchObject([
    { address: `0x${'ab'.repeat(20)}`, topics: [hash] },
    { address: `0x${'cd'.repeat(20)}` },
  ])
})
