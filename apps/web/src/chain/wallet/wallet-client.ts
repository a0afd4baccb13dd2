import {
  type Address,
  type Chain,
  type Client,
  createClient,
  custom,
  type EIP1193Provider,
  type JsonRpcAccount,
  type Transport,
} from 'viem'
import { type Config, loadConfig } from '../../api/config.ts'
import { chainOf } from '../reads/public-client.ts'
import { currentWallet } from './wallet-connection.ts'

export type WalletClient = Client<Transport, Chain, JsonRpcAccount>

/** Adds the prefix that some wallets omit from a signature. */
const prefixed = (answer: unknown): unknown =>
  typeof answer === 'string' && /^[0-9a-f]{128,}$/i.test(answer) ? `0x${answer}` : answer

/** Without retries: a wallet must not ask the user twice after an invalid answer. */
const makeClient = (config: Config, provider: EIP1193Provider, address: Address): WalletClient => {
  const request = async (question: Parameters<EIP1193Provider['request']>[0]): Promise<unknown> =>
    prefixed(await provider.request(question))
  return createClient({
    account: address,
    chain: chainOf(config),
    transport: custom({ request } as EIP1193Provider, { retryCount: 0 }),
  }) as WalletClient
}

export type WalletProblem = 'wallet-gone' | 'wallet-changed' | 'wrong-network'

/** The wallet does not fit the current work: gone, another account, or another chain. */
export class WalletUnfit extends Error {
  override readonly name = 'WalletUnfit'
  readonly problem: WalletProblem
  constructor(problem: WalletProblem) {
    super(problem)
    this.problem = problem
  }
}

/** The wallet of `address`, checked with the wallet itself. */
export const walletFor = async (
  address: Address,
  options: { readonly anyChain?: boolean } = {},
): Promise<WalletClient> => {
  const [config, wallet] = await Promise.all([loadConfig(), currentWallet()])
  if (wallet === null) throw new WalletUnfit('wallet-gone')
  if (wallet.address !== address) throw new WalletUnfit('wallet-changed')
  if (options.anyChain !== true && wallet.chainId !== config.chain.chainId)
    throw new WalletUnfit('wrong-network')
  return makeClient(config, wallet.provider, address)
}
