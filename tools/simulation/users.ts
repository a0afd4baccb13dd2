/** Many funded wallets. Anvil sends for them without signatures, since it accepts any sender. */

import { drAbi } from '@dr/contracts/abi/dr'
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import { encodeFunctionData, type Hex, keccak256, parseEther, toHex } from 'viem'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { createApiClient } from '../crash/api-client.ts'
import { createRandom, type Random } from '../crash/random.ts'
import type { World } from '../crash/test-network.ts'
import { type BulkRpc, createBulkRpc, type Outcome, type SentCall } from './bulk-rpc.ts'

/** Amounts from the local faucet's stock, enough for a year. Base units. */
const USDT_OF_PERSON = parseEther('20000')
const DRGV_OF_PERSON = parseEther('10000')
const GAS_OF_PERSON = parseEther('50')
const FUNDED_AT_ONCE = 250

export interface Person {
  readonly account: LocalAccount
  readonly api: ReturnType<typeof createApiClient>
  readonly random: Random
  /** Approved `token spender` pairs. */
  readonly approved: Set<string>
  /** Receiver of this user's transfers. */
  readonly friend: Hex
  /** Once set, withdrawals need it. */
  paymentPassword?: string
  /** Claims nothing, since a claim would end the stake that makes a node. */
  keepsStake?: true
}

export interface Crowd {
  readonly people: readonly Person[]
  /** Sends calls and waits until all are mined; returns their results in order. */
  send(calls: readonly SentCall[]): Promise<readonly Outcome[]>
}

const transfer = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: drAbi, functionName: 'transfer', args: [to, amount] })

const fund = async (
  bulk: BulkRpc,
  input: { people: readonly Person[]; faucet: Hex; contracts: ContractAddresses },
): Promise<void> => {
  const { people, faucet, contracts } = input
  for (let at = 0; at < people.length; at += FUNDED_AT_ONCE) {
    const some = people.slice(at, at + FUNDED_AT_ONCE).map(({ account }) => account.address)
    await bulk.request(
      some.map((address) => ({ method: 'anvil_setBalance', params: [address, toHex(GAS_OF_PERSON)] })),
    )
    const outcomes = await bulk.send(
      some.flatMap((address) => [
        { from: faucet, to: contracts.USDT, data: transfer(address, USDT_OF_PERSON) },
        { from: faucet, to: contracts.DRGV, data: transfer(address, DRGV_OF_PERSON) },
      ]),
    )
    if (outcomes.some(({ success }) => !success)) throw new Error('the faucet could not fund every account')
  }
}

/** Creates `count` people from a seed: the same seed gives the same wallets. */
export const gatherCrowd = async (
  world: World,
  { count, seed, faucet }: { count: number; seed: number; faucet: Hex },
): Promise<Crowd> => {
  const bulk = createBulkRpc(world.chain.url)
  await world.chain.rpc('anvil_autoImpersonateAccount', [true])
  const accounts = Array.from({ length: count }, (_, index) =>
    privateKeyToAccount(keccak256(toHex(`person ${index} of ${seed}`))),
  )
  const people = accounts.map((account, index): Person => {
    const friend = accounts[(index + 1) % count] ?? account
    return {
      account,
      friend: friend.address,
      api: createApiClient({ url: world.url, chainId: world.client.chain?.id ?? LOCAL_CHAIN_ID }),
      random: createRandom(seed * 7_919 + index),
      approved: new Set(),
    }
  })
  await fund(bulk, { people, faucet, contracts: world.contracts })
  return { people, send: bulk.send }
}
