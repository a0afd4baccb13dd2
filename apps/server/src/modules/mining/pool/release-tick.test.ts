import { emissionAbi } from '@dr/contracts/abi/emission'
import { keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf, type Chain, startChain } from '../../../../test/app/chain.ts'
import { createKeeper } from '../../../platform/chain/keeper.ts'
import { createLogger } from '../../../platform/logger.ts'
import { releaseTick } from './release-tick.ts'

const INTERVAL_SECONDS = 3_600
const KEY = keccak256(toHex('the keeper of the releases'))

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.stop())

test('workers that begin to lead one after the other release once; so does an account that was quicker', async () => {
  const { anvil, client } = chain
  const { address } = privateKeyToAccount(KEY)
  await anvil.client.setBalance({ address, value: 10n ** 20n })
  const contracts = addressesOf(chain.deployment)
  const lead = () => {
    const keeper = createKeeper({ client, key: KEY, receiptTimeoutMs: 10_000 })
    const logger = createLogger('silent', { write: () => {} })
    return releaseTick({ client, contracts, releaseIntervalSeconds: INTERVAL_SECONDS, logger }, keeper)
  }
  const run = () => lead().run(new AbortController().signal)
  const sent = () => client.getTransactionCount({ address })
  const pass = async (seconds: number) => {
    await anvil.client.increaseTime({ seconds })
    await anvil.mine(1)
  }
  await pass(INTERVAL_SECONDS)
  for (let leader = 0; leader < 3; leader += 1) {
    await run()
    await pass(10)
  }
  expect(await sent()).toBe(1)

  await pass(INTERVAL_SECONDS)
  await run()
  expect(await sent()).toBe(2)

  await pass(INTERVAL_SECONDS)
  const OTHER = keccak256(toHex('another account'))
  await anvil.client.setBalance({ address: privateKeyToAccount(OTHER).address, value: 10n ** 20n })
  const call = { address: contracts.emission, abi: emissionAbi, functionName: 'release' }
  const { outcome } = await createKeeper({ client, key: OTHER, receiptTimeoutMs: 10_000 }).call(call)
  expect(outcome).toBe('sent')
  await pass(60)
  await run()
  expect(await sent()).toBe(2)
})
