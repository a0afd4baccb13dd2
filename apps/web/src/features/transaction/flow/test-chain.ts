/** A real chain with an unlocked account and a contract wallet, for tests that follow a call on it. */
import {
  type Address,
  createClient,
  type Hash,
  type Hex,
  http,
  type TestClient,
  type WalletActions,
} from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll } from 'vitest'
import type { ChainClient } from '../../../chain/reads/public-client.ts'
import type { FlowEvent } from './flow-state.ts'
import { type WatchInput, watchOrder } from './watch-order.ts'

interface Anvil {
  readonly url: string
  readonly client: TestClient & WalletActions
  mine(blocks?: number): Promise<void>
  stop(): Promise<void>
}

/** Anvil's first account, unlocked at the node. */
export const account: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
/** An account with code: a wallet with several signers. */
export const shared: Address = `0x${'5a'.repeat(20)}`
export const elsewhere: Address = `0x${'ee'.repeat(20)}`
/** No transaction has this hash. */
export const NEVER: Hash = `0x${'77'.repeat(32)}`

/** Opens the chain of a test file; `code` is placed on it. Usable once its tests run. */
export const openChain = (code: Readonly<Record<Address, string>> = {}) => {
  const chain = {
    anvil: undefined as unknown as Anvil,
    client: undefined as unknown as ChainClient,
    setCode: (address: Address, bytecode: string) =>
      chain.client.request({ method: 'anvil_setCode', params: [address, bytecode] } as never),
    /** Transactions of the account that are mined. */
    count: async (): Promise<number> =>
      Number(await chain.client.request({ method: 'eth_getTransactionCount', params: [account, 'latest'] })),
    blockNumber: async (): Promise<string> =>
      String(BigInt(await chain.client.request({ method: 'eth_blockNumber' }))),
    /** Sends a transaction of the account, in a block of its own. */
    send: async (data: Hex = '0x1234', to: Address = elsewhere): Promise<Hash> => {
      const hash = await chain.anvil.client.sendTransaction({
        account,
        chain: foundry,
        to,
        data,
        gas: 60_000n,
      })
      await chain.anvil.mine()
      return hash
    },
    /** Follows the order until `enough` is emitted or it ends; returns the events without repetitions. */
    follow: async (
      orderId: string,
      enough: FlowEvent['type'] | ((event: FlowEvent) => boolean),
      change: Partial<WatchInput>,
    ): Promise<FlowEvent[]> => {
      const said = new Map<string, FlowEvent>()
      const control = new AbortController()
      await watchOrder({
        client: chain.client,
        account,
        orderId,
        intervalMs: 20,
        signal: control.signal,
        emit: (event) => {
          said.set(
            JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
            event,
          )
          if (typeof enough === 'string' ? event.type === enough : enough(event)) control.abort()
        },
        statusOf: async () => null,
        ...change,
      })
      return [...said.values()]
    },
  }
  beforeAll(async () => {
    // In a variable: the test kit is for Node, whose types must not enter the app.
    const kit = '@dr/test-kit'
    const { startAnvil } = (await import(/* @vite-ignore */ kit)) as {
      startAnvil: (options: object) => Promise<Anvil>
    }
    chain.anvil = await startAnvil({})
    chain.client = createClient({ chain: foundry, transport: http(chain.anvil.url, { retryCount: 0 }) })
    await chain.setCode(shared, '0x00')
    for (const [address, bytecode] of Object.entries(code)) await chain.setCode(address as Address, bytecode)
  }, 120_000)
  afterAll(() => chain.anvil?.stop())
  return chain
}
