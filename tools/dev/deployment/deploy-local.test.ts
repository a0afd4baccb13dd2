import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeAbi } from '@dr/contracts/abi/exchange'
import { fundingAbi } from '@dr/contracts/abi/funding'
import { LOCAL_STOCK } from '@dr/contracts/local-market'
import { deployedName, SWAP_TOKENS } from '@dr/protocol/tokens'
import { freePort } from '@dr/test-kit'
import { type Address, createPublicClient, http } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareChain } from '../prepare-chain.ts'
import { addressOf, ensureKeys } from './keys.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dr-deploy-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('the exchange is stocked and the rewards are funded at the first start, and not again', {
  timeout: 120_000,
}, async () => {
  const keys = await ensureKeys(join(directory, 'secrets'))
  const start = async () => {
    const chainPort = await freePort()
    return prepareChain(
      { port: 1, chainPort, dataDirectory: directory, databaseUrl: undefined, reset: undefined, empty: true },
      keys,
    )
  }
  const stockOf = async ({ chain, record }: Awaited<ReturnType<typeof start>>) => {
    const client = createPublicClient({ transport: http(chain.url) })
    const { Exchange: address } = record.contracts
    const read = (token: Address) =>
      client.readContract({ address, abi: exchangeAbi, functionName: 'inventoryOf', args: [token] })
    const held = SWAP_TOKENS.map(
      async (token) => [deployedName(token), await read(record.contracts[token])] as const,
    )
    return Object.fromEntries(await Promise.all(held))
  }
  const fundingsOf = async ({ chain, record }: Awaited<ReturnType<typeof start>>) => {
    const client = createPublicClient({ transport: http(chain.url) })
    const address = record.contracts.Funding
    const events = await client.getContractEvents({
      abi: fundingAbi,
      address,
      eventName: 'Funded',
      fromBlock: 0n,
    })
    return events.map(({ args }) => args)
  }
  for (const _ of ['first start', 'restart']) {
    const prepared = await start()
    try {
      expect(await stockOf(prepared)).toEqual(LOCAL_STOCK)
      const fundings = await fundingsOf(prepared)
      const budgets = fundings.filter(({ kind }) => kind === 1)
      expect(budgets.map(({ packageId }) => packageId).toSorted()).toEqual([2n, 3n, 4n, 5n, 6n, 7n])
      expect(fundings).toHaveLength(budgets.length + 2)
      for (const { source } of fundings) expect(source).toBe(addressOf(keys.sponsor))
    } finally {
      await prepared.chain.stop()
    }
  }
})
