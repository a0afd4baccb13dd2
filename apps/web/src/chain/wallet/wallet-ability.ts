import { type Address, type Hex, numberToHex } from 'viem'
import { getCode } from 'viem/actions'
import type { ChainClient } from '../reads/public-client.ts'
import { currentWallet } from './wallet-connection.ts'

/** Abilities that determine how a wallet is asked. */
export interface WalletAbility {
  /** Its address has code: transactions may need co-signers, and permits are impossible. */
  readonly isContract: boolean
  /** It can send several calls atomically (EIP-5792). */
  readonly atomic: boolean
}

/** Milliseconds to wait for the wallet's answer about its abilities. */
const ANSWER_WITHIN_MS = 3_000

/** Whether the account has code; an EIP-7702 delegation is still a key's own account. */
export const isContractWallet = async (client: ChainClient, account: Address): Promise<boolean> => {
  const code = await getCode(client, { address: account })
  return code !== undefined && code !== '0x' && !code.startsWith('0xef0100')
}

/**
 * Whether the answer to `wallet_getCapabilities` reports atomic batches on the chain, or readiness for
 * them.
 */
export const saysAtomic = (answer: unknown, chainId: number): boolean => {
  const of = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
  if (typeof answer !== 'object' || answer === null) return false
  // 0x0: on every chain. Wallets format the ids in several ways.
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

/** Reads the abilities without opening the wallet; one that does not know the method has none. */
export const readWalletAbility = async (client: ChainClient, account: Address): Promise<WalletAbility> => {
  const tooLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ANSWER_WITHIN_MS))
  const [isContract, atomic] = await Promise.all([
    isContractWallet(client, account),
    Promise.race([askAtomic(account, client.chain.id).catch(() => false), tooLate]),
  ])
  return { isContract, atomic }
}
