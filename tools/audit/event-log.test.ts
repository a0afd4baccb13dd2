/** Events that strangers make by the thousand, on a real chain. */
import { type ExitChain, startExitChain } from '@dr/e2e/fixtures/exit/exit-chain'
import { testWallet } from '@dr/test-kit/wallets'
import {
  type Address,
  createPublicClient,
  encodeAbiParameters,
  type Hex,
  http,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEvents } from './event-log.ts'

/** Code that calls `token.transfer(to, amount)` n times; its input is (token, to, amount, n), without a selector. */
const FLOOD: Hex = `0x${[
  '63a9059cbb60e01b600052602035600452604035602452606035',
  '5b8015603757600060006044600060006000355af15060019003601a565b00',
].join('')}`
const FLOODER: Address = `0x${'f1'.repeat(20)}`
const TIMES = 4_000n
/** Together their logs are above the 10 MiB that viem takes in one answer. */
const CALLS = 5

let chain: ExitChain
beforeAll(async () => {
  chain = await startExitChain()
  await chain.anvil.client.setCode({ address: FLOODER, bytecode: FLOOD })
  await chain.give('DR', FLOODER, 10n ** 18n)
}, 120_000)
afterAll(() => chain?.anvil.stop())

const flood = async (amount: bigint): Promise<void> => {
  const { walletClient } = await chain.by(testWallet('stranger'))
  const input = [chain.token('DR'), chain.vaults[1] as Address, amount, TIMES] as const
  const data = encodeAbiParameters(parseAbiParameters('address, address, uint256, uint256'), input)
  for (let call = 0; call < CALLS; call += 1)
    await walletClient.sendTransaction({ to: FLOODER, data, gas: 29_000_000n } as never)
  await chain.anvil.mine(3)
}
const read = async () => {
  const client = createPublicClient({ transport: http(chain.url, { retryCount: 0, timeout: 60_000 }) })
  const toBlock = await client.getBlockNumber()
  const addresses = [...chain.vaults, chain.contracts.digitalRights]
  const range = { addresses, tokens: [chain.token('DR')], receivers: chain.vaults.slice(1) }
  return readEvents(client, { ...range, fromBlock: 0n, toBlock, rangeBlocks: 5_000n })
}

it('reads a range that is too large for one answer in parts, and forgets transfers of nothing', async () => {
  const before = await read()
  await flood(0n)
  expect(await read()).toEqual(before)
}, 120_000)
