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
  if (typeof answer !== 'object' || answer === null) return false
  // 0x0: on every chain. Wallets write the ids in more than one way.
  return Object.entries(answer).some(([chain, said]) => {
    const status = of(of(said, 'atomic'), 'status')
    return [chainId, 0].includes(Number(chain)) && (status === 'supported' || status === 'ready')
  })
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
