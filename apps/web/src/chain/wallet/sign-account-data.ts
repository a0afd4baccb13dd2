import {
  type AccountDomain,
  bindEmailTypedData,
  resetPasswordTypedData,
  type SigningOrder,
} from '@dr/protocol/account-typed-data'
import type { Address, Hex } from 'viem'
import { signTypedData } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { walletFor } from './wallet-client.ts'

const domainNow = async (): Promise<AccountDomain> => {
  const { chain, contracts } = await loadConfig()
  return { chainId: chain.chainId, contract: contracts.DigitalRights as Hex }
}

/**
 * Off-chain signatures about the account, without a transaction or gas. The data is built here from the
 * user's input and the server's order id and deadline. Throws `WalletUnfit`, or the wallet's error.
 */
export const signBindEmail = async (account: Address, order: SigningOrder, email: string): Promise<Hex> => {
  const wallet = await walletFor(account)
  const data = bindEmailTypedData(await domainNow(), order, { account, email })
  return signTypedData(wallet, { account: wallet.account, ...data })
}

export const signPasswordReset = async (account: Address, order: SigningOrder): Promise<Hex> => {
  const wallet = await walletFor(account)
  const data = resetPasswordTypedData(await domainNow(), order, { account })
  return signTypedData(wallet, { account: wallet.account, ...data })
}
