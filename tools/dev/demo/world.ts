/** The demo network while it is generated: its time, its server, its people's wallets. */
import { drAbi } from '@dr/contracts/abi/dr'
import type { ResponseOf } from '@dr/protocol/call'
import type { commonValue } from '@dr/protocol/calls/common'
import { LOCAL_CHAIN_ID } from '@dr/protocol/constants'
import type { ServerOnDemand } from '@dr/server/bin/server/start-on-demand'
import type { ContractAddresses } from '@dr/server/platform/chain/contract-addresses'
import { createPublicClient, encodeFunctionData, type Hex, http, type PublicClient } from 'viem'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { type Witness, watchOnce } from '../../audit/witness.ts'
import { createApiClient } from '../../crash/api-client.ts'
import { createRandom } from '../../crash/random.ts'
import { type BulkRpc, createBulkRpc, type SentCall } from '../../simulation/bulk-rpc.ts'
import type { Person } from '../../simulation/users.ts'
import { makeFinal } from '../chain/clock.ts'
import type { Rpc } from '../chain/rpc.ts'
import type { LocalKeys } from '../deployment/keys.ts'
import type { PreparedChain } from '../prepare-chain.ts'
import { keyOf } from './plan.ts'

type Values = Required<ResponseOf<typeof commonValue>['values']>

export interface World {
  readonly server: ServerOnDemand
  readonly client: PublicClient
  readonly contracts: ContractAddresses
  readonly keys: LocalKeys
  /** The product's public minimums at the opening. */
  readonly values: Values
  /** Base units that an address holds. */
  balanceOf(token: Hex, holder: Hex): Promise<bigint>
  /** Sends calls signed by their senders' keys. @throws if the chain refuses one. */
  send(calls: readonly SentCall[]): Promise<void>
  /** Waits until everything mined is final and processed. */
  settle(): Promise<void>
  /** Advances to a time, Unix seconds. */
  goTo(seconds: number): Promise<void>
  /** Runs the server's periodic work: releases, flushes, weeks, results, roots. The witness then confirms these. */
  runTicks(): Promise<void>
}

/** Sends calls of any of these keys in as few blocks as possible. */
const createSender = (
  rpc: Rpc,
  url: string,
  accounts: ReadonlyMap<string, LocalAccount>,
): BulkRpc['send'] => {
  const { send } = createBulkRpc(url, { accounts, mine: () => rpc('evm_mine') })
  return send
}

export const isRootsTick = (name: string): boolean => name === 'roots.post'

/** @throws if the newest roots do not hold. */
const confirmRoots = async (witness: Witness): Promise<void> => {
  const verdict = await watchOnce(witness)
  if (verdict.kind === 'waits' || verdict.kind === 'contradicts')
    throw new Error(`epoch ${verdict.epoch} is not confirmed: ${verdict.reasons.join('; ')}`)
}

export const createWorld = (
  { chain, record: { contracts } }: PreparedChain,
  {
    server,
    keys,
    people,
    trader,
    values,
    witness,
  }: { trader: Hex; people: readonly Person[]; witness: Witness } & Pick<World, 'server' | 'keys' | 'values'>,
): World => {
  const { rpc, url } = chain
  const client = createPublicClient({
    chain: foundry,
    transport: http(url),
    pollingInterval: 50,
    cacheTime: 0,
  })
  const accounts = [
    ...people.map(({ account }) => account),
    ...[keys.faucet, keys.deployer, keys.sponsor, trader].map((key) => privateKeyToAccount(key)),
  ]
  const send = createSender(
    rpc,
    url,
    new Map(accounts.map((account) => [account.address.toLowerCase(), account])),
  )
  const settle = async (): Promise<void> => {
    await makeFinal(rpc)
    await server.catchUp()
  }
  /** Runs what waits for its own transactions. */
  const automine = async (work: () => Promise<void>): Promise<void> => {
    await rpc('evm_setAutomine', [true])
    await work()
    await rpc('evm_setAutomine', [false])
    await settle()
  }
  return {
    server,
    client,
    contracts,
    keys,
    values,
    balanceOf: (token, holder) =>
      client.readContract({ address: token, abi: drAbi, functionName: 'balanceOf', args: [holder] }),
    send: async (calls) => {
      const outcomes = await send(calls)
      const refused = outcomes.find(({ success }) => !success)
      if (refused) throw new Error(`a transaction of the demo network reverted: ${refused.hash}`)
    },
    settle,
    goTo: async (seconds) => {
      await rpc('evm_setNextBlockTimestamp', [seconds])
      await settle()
    },
    runTicks: async () => {
      // First what roots count, of which the day's release must be final.
      await automine(() => server.runTicks((name) => !isRootsTick(name)))
      await automine(() => server.runTicks(isRootsTick))
      // Again, now that the post is final: it is listed, and its file served.
      await server.runTicks(isRootsTick)
      await automine(() => confirmRoots(witness))
    },
  }
}

export const erc20Call = (
  from: Hex,
  token: Hex,
  functionName: 'transfer' | 'approve',
  args: readonly [Hex, bigint],
): SentCall => ({
  from,
  to: token,
  data: encodeFunctionData({ abi: drAbi, functionName, args }),
})

/** Wallets of a plan's accounts, not registered yet. */
export const createPeople = (count: number, url: string): readonly Person[] => {
  const accounts = Array.from({ length: count }, (_, index) => privateKeyToAccount(keyOf(index)))
  return accounts.map(
    (account, index): Person => ({
      account,
      friend: (accounts[(index + 1) % count] ?? account).address,
      api: createApiClient({ url, chainId: LOCAL_CHAIN_ID }),
      random: createRandom(7_919 + index),
      approved: new Set(),
    }),
  )
}
