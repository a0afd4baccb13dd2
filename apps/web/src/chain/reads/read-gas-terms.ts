import type { Address } from 'viem'
import { getGasPrice } from 'viem/actions'
import { isContractWallet } from '../wallet/wallet-ability.ts'
import { loadChainClient } from './public-client.ts'

export interface GasTerms {
  /** Wei. */
  readonly price: bigint
  /** False for a contract wallet: the executor pays the fee. */
  readonly paysItself: boolean
}

/** Reads gas price and fee payer. Throws when no node answers. */
export const readGasTerms = async (address: Address): Promise<GasTerms> => {
  const client = await loadChainClient()
  const [price, isContract] = await Promise.all([getGasPrice(client), isContractWallet(client, address)])
  return { price, paysItself: !isContract }
}
