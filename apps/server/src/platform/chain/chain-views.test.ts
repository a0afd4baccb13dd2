import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { testWallet } from '@dr/test-kit'
import type { PublicClient } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressesOf, type Chain, startChain } from '../../../test/app/chain.ts'
import { addressOfWord, selectorOf, ViewRefused, viewsOf } from './chain-views.ts'

let chain: Chain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(async () => chain?.anvil.kill())

/** The chain's client, counting requests to the node. */
const counting = ({ client }: Chain) => {
  const methods: string[] = []
  const request = (async (args: { method: string }) => {
    methods.push(args.method)
    return client.request(args as never)
  }) as unknown as PublicClient['request']
  return { methods, ask: viewsOf({ request } as PublicClient) }
}

const BALANCE_OF = selectorOf(drAbi, 'balanceOf')
const SIGNER = selectorOf(digitalRightsAbi, 'signer')

test('answers as each view does by itself, all of one block in one question', async () => {
  const { dr, digitalRights } = addressesOf(chain.deployment)
  const { methods, ask } = counting(chain)
  const blockNumber = await chain.client.getBlockNumber()
  const holder = chain.holder.address
  const at = { blockNumber }
  const [balance, strangers, signer, share, referrer] = await Promise.all([
    ask({ ...at, address: dr, selector: BALANCE_OF, argument: holder }),
    ask({ ...at, address: dr, selector: BALANCE_OF, argument: testWallet('empty').address }),
    ask({ ...at, address: digitalRights, selector: SIGNER }),
    ask({ ...at, address: digitalRights, selector: selectorOf(digitalRightsAbi, 'usdrShareBps') }),
    ask({
      ...at,
      address: digitalRights,
      selector: selectorOf(digitalRightsAbi, 'referrerOf'),
      argument: holder,
    }),
  ])
  expect(methods).toEqual(['eth_call'])
  const { client } = chain
  const known = await Promise.all([
    client.readContract({ ...at, address: dr, abi: drAbi, functionName: 'balanceOf', args: [holder] }),
    client.readContract({ ...at, address: digitalRights, abi: digitalRightsAbi, functionName: 'signer' }),
    client.readContract({
      ...at,
      address: digitalRights,
      abi: digitalRightsAbi,
      functionName: 'usdrShareBps',
    }),
  ])
  expect([balance[0], addressOfWord(signer[0]), share[0]]).toEqual([
    known[0],
    known[1].toLowerCase(),
    known[2],
  ])
  expect(known[0] > 0n).toBe(true)
  expect([strangers, referrer]).toEqual([
    [0n, 0n],
    [0n, 0n],
  ])
})

test('one that reverts, and one that is no contract, fail alone; a block that is not there fails with its own', async () => {
  const { dr } = addressesOf(chain.deployment)
  const { ask } = counting(chain)
  const blockNumber = await chain.client.getBlockNumber()
  const view = { address: dr, selector: BALANCE_OF, argument: chain.holder.address, blockNumber }
  const outcomes = await Promise.allSettled([
    ask(view),
    ask({ ...view, selector: '0x12345678' }),
    ask({ ...view, address: chain.holder.address }),
    ask({ ...view, blockNumber: blockNumber + 1_000n }),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  const [, reverted, none, missing] = outcomes.map((outcome) =>
    outcome.status === 'rejected' ? (outcome.reason as Error) : undefined,
  )
  expect([reverted, none].every((error) => error instanceof ViewRefused)).toBe(true)
  expect(missing).not.toBeInstanceOf(ViewRefused)
})

test('a thousand views are asked in four questions, each answered to whom it belongs', async () => {
  const { dr } = addressesOf(chain.deployment)
  const { methods, ask } = counting(chain)
  const blockNumber = await chain.client.getBlockNumber()
  const { address } = chain.holder
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      ask({
        address: dr,
        selector: BALANCE_OF,
        blockNumber,
        argument: index % 2 === 0 ? address : testWallet('empty').address,
      }),
    ),
  )
  expect(methods).toHaveLength(4)
  expect(answers.every(([balance], index) => balance > 0n === (index % 2 === 0))).toBe(true)
})
