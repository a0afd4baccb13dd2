/** Clients and senders on the gas benches' chain. */
import type { Deployment } from '@dr/contracts/deploy'
import type { Anvil } from '@dr/test-kit'
import type { Abi, Account, Address, Chain, PublicClient, Transport, WalletClient } from 'viem'

/** The deployment, and the treasury. */
export type Contracts = Deployment['contracts'] & { readonly treasury: Address }

type ReferenceName = 'voucherRedeem' | 'stakingRewards' | 'voucherRedeemBurning' | 'voucherPurchase'

/** Reference contracts. */
export type References = Readonly<Record<ReferenceName, Address>>

export interface Call {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

export type Wallet = WalletClient<Transport, Chain, Account>

export interface Clients {
  readonly anvil: Anvil
  readonly publicClient: PublicClient
  readonly owner: Wallet
  readonly userWallet: Wallet
  readonly attester: Wallet
  readonly witness: Wallet
}

export const sendFrom = async ({ publicClient }: Clients, wallet: Wallet, call: Call): Promise<bigint> => {
  const hash = await wallet.writeContract(call)
  const receipt = await publicClient.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`${call.functionName} reverted in ${hash}`)
  return receipt.gasUsed
}
