import { type Address, type Hex, numberToHex } from 'viem'
import { getCode } from 'viem/actions'
import type { ChainClient } from '../reads/public-client.ts'
import { currentWallet } from './wallet-connection.ts'

/** What decides how a wallet is best asked. */
export interface WalletAbility {
  /** Its address is a contract: its transactions may need co-signers, and it signs no permit. */
  readonly isContract: boolean
  /** Several calls in one go, all or none (EIP-5792). */
  readonly atomic: boolean
}

/** A wallet that thinks about what it can do is not waited for. */
const ANSWER_WITHIN_MS = 3_000

/** An EIP-7702 delegation is still a key's own account. */
export const isContractWallet = async (client: ChainClient, account: Address): Promise<boolean> => {
  const code = await getCode(client, { address: account })
  return code !== undefined && code !== '0x' && !code.startsWith('0xef0100')
}

/**
 * Whether the answer to `wallet_getCapabilities` says that batches on the chain are atomic, or will be when
 * asked.
 */
export const saysAtomic = (answer: unknown, chainId: number): boolean => {
  const of = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  const status = (chain: unknown): unknown => of(of(chain, 'atomic'), 'status')
  // 0x0: on every chain.
  const statuses = [status(of(answer, numberToHex(chainId))), status(of(answer, '0x0'))]
  return statuses.some((said) => said === 'supported' || said === 'ready')
}

const askAtomic = async (account: Address, chainId: number): Promise<boolean> => {
  const wallet = await currentWallet()
  if (wallet?.address !== account) return false
  const params: [Hex, Hex[]] = [account, [numberToHex(chainId)]]
  return saysAtomic(await wallet.provider.request({ method: 'wallet_getCapabilities', params }), chainId)
}

/**
 * Asked without opening anything in the wallet; one that does not know the question can do nothing special.
 */
export const readWalletAbility = async (client: ChainClient, account: Address): Promise<WalletAbility> => {
  const tooLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ANSWER_WITHIN_MS))
  const [isContract, atomic] = await Promise.all([
    isContractWallet(client, account),
    Promise.race([askAtomic(account, client.chain.id).catch(() => false), tooLate]),
  ])
  return { isContract, atomic }
}
