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

/** Some wallets give a signature without its prefix. */
const prefixed = (answer: unknown): unknown =>
  typeof answer === 'string' && /^[0-9a-f]{128,}$/i.test(answer) ? `0x${answer}` : answer

/** Never retried: a wallet must not ask the user twice because its first answer was odd. */
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

/** The wallet is not what the work in hand needs: gone, another account, or on another chain. */
export class WalletUnfit extends Error {
  override readonly name = 'WalletUnfit'
  readonly problem: WalletProblem
  constructor(problem: WalletProblem) {
    super(problem)
    this.problem = problem
  }
}

/** The wallet that signs for `address`, checked with the wallet itself a moment ago. */
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
