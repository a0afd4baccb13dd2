import type { Address } from 'viem'
import { getGasPrice } from 'viem/actions'
import { isContractWallet } from '../wallet/wallet-ability.ts'
import { loadChainClient } from './public-client.ts'

export interface GasTerms {
  /** Wei. */
  readonly price: bigint
  /** Of a shared wallet's transaction, the one who executes it pays the fee. */
  readonly paysItself: boolean
}

/** Throws when no node answers. */
export const readGasTerms = async (address: Address): Promise<GasTerms> => {
  const client = await loadChainClient()
  const [price, isContract] = await Promise.all([getGasPrice(client), isContractWallet(client, address)])
  return { price, paysItself: !isContract }
}
