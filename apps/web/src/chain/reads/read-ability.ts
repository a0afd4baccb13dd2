import type { Address } from 'viem'
import { readWalletAbility, type WalletAbility } from '../wallet/wallet-ability.ts'
import { loadChainClient } from './public-client.ts'

/** Abilities of the wallet at an address. Throws when no node answers. */
export const readAbility = async (address: Address): Promise<WalletAbility> =>
  readWalletAbility(await loadChainClient(), address)
