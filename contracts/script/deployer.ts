import {
  type Abi,
  type Account,
  type Address,
  type Chain,
  getAddress,
  type Hex,
  type PublicClient,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
} from 'viem'
import { type Artifact, readArtifact } from './artifacts.ts'
import { askedReceipts } from './asked-receipts.ts'
import type { ContractName } from './contracts.ts'

/** The deploying wallet, and a client of the same chain. */
export type Deployer = {
  readonly walletClient: WalletClient<Transport, Chain | undefined, Account>
  readonly publicClient: PublicClient
}

/** A transaction of the deployment was mined and failed. */
class DeployTransactionError extends Error {
  constructor(what: string, hash: string) {
    super(`${what} reverted in transaction ${hash}`)
    this.name = 'DeployTransactionError'
  }
}

const RECEIPT_POLL_MS = 50

/** Waits until a transaction is mined; throws viem's `WaitForTransactionReceiptTimeoutError` after 180 s. */
export const receiptOf = ({ publicClient }: Deployer, hash: Hex): Promise<TransactionReceipt> =>
  askedReceipts(publicClient).waitForTransactionReceipt({ hash, pollingInterval: RECEIPT_POLL_MS })

const succeeded = async (deployer: Deployer, what: string, hash: Hex): Promise<TransactionReceipt> => {
  const receipt = await receiptOf(deployer, hash)
  if (receipt.status !== 'success') throw new DeployTransactionError(what, hash)
  return receipt
}

/** Deploys `artifact` and waits until it is mined. */
export const deployArtifact = async (
  deployer: Deployer,
  { name, artifact, args }: { name: string; artifact: Artifact; args: readonly unknown[] },
): Promise<Address> => {
  const { walletClient } = deployer
  const hash = await walletClient.deployContract({ ...artifact, args, chain: walletClient.chain ?? null })
  const { contractAddress } = await succeeded(deployer, `deploying ${name}`, hash)
  if (!contractAddress) throw new DeployTransactionError(`deploying ${name}`, hash)
  return getAddress(contractAddress)
}

/** Deploys one of our contracts. */
export const deployOurs = (
  deployer: Deployer,
  name: ContractName,
  args: readonly unknown[],
): Promise<Address> => deployArtifact(deployer, { name, artifact: readArtifact(name), args })

/** Sends a call and waits until it is mined. */
export const send = async (
  deployer: Deployer,
  call: { address: Address; abi: Abi; functionName: string; args: readonly unknown[] },
): Promise<TransactionReceipt> => {
  const { walletClient } = deployer
  const hash = await walletClient.writeContract({ ...call, chain: walletClient.chain ?? null })
  return succeeded(deployer, call.functionName, hash)
}
