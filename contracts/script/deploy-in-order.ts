/** Steps of a deployment that depend on the deploying wallet's transaction count. */
import { type Address, getContractAddress, zeroAddress } from 'viem'
import { type Deployer, receiptOf, send } from './deployer.ts'

/** The deployment is invalid and must not be used. */
export class DeploymentError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DeploymentError'
  }
}

/** Functions of an AMM's factory (Uniswap V2). */
export const FACTORY_ABI = [
  {
    type: 'function',
    name: 'createPair',
    stateMutability: 'nonpayable',
    inputs: [{ type: 'address' }, { type: 'address' }],
    outputs: [{ type: 'address' }],
  },
  {
    type: 'function',
    name: 'getPair',
    stateMutability: 'view',
    inputs: [{ type: 'address' }, { type: 'address' }],
    outputs: [{ type: 'address' }],
  },
] as const

const nextNonce = ({ walletClient, publicClient }: Deployer): Promise<number> =>
  publicClient.getTransactionCount({ address: walletClient.account.address, blockTag: 'pending' })

/** Sends a transaction without effect, to use up a transaction count. */
const sendNothing = async (deployer: Deployer): Promise<void> => {
  const { walletClient } = deployer
  const to = walletClient.account.address
  const hash = await walletClient.sendTransaction({ to, value: 0n, chain: walletClient.chain ?? null })
  await receiptOf(deployer, hash)
}

/**
 * The pair of two tokens, created if missing: anyone can create it before us, since a token's address is
 * known from the deploying wallet's transaction count and the factory requires no code there. Such a pair is
 * equivalent to ours. Uses exactly one transaction in any case, on which the predicted addresses depend.
 */
export const ensurePair = async (
  deployer: Deployer,
  { factory, token, usdt }: { factory: Address; token: Address; usdt: Address },
): Promise<Address> => {
  const args = [token, usdt] as const
  const at = { address: factory, abi: FACTORY_ABI } as const
  const read = () => deployer.publicClient.readContract({ ...at, functionName: 'getPair', args })
  const nonce = await nextNonce(deployer)
  if ((await read()) === zeroAddress) {
    await send(deployer, { ...at, functionName: 'createPair', args }).catch(async (error: unknown) => {
      if ((await read()) === zeroAddress) throw error // otherwise another account created it meanwhile
    })
  }
  if ((await nextNonce(deployer)) === nonce) await sendNothing(deployer)
  return read()
}

/**
 * Predicts the address of the contract that is deployed `transactions` after the next one. DR mints 73 M to
 * Emission, and Emission gets DR's address; DigitalRights gets the address of the node vault, which accepts
 * reports only from it: neither can be deployed first. An address follows from the deployer's transaction
 * count; `verify` checks the result.
 */
export const predict = async (
  deployer: Deployer,
  { transactions }: { readonly transactions: number },
): Promise<Address> => {
  const from = deployer.walletClient.account.address
  return getContractAddress({ from, nonce: BigInt((await nextNonce(deployer)) + transactions) })
}

export const requireAsPredicted = (deployed: Address, predicted: Address): void => {
  if (deployed.toLowerCase() === predicted.toLowerCase()) return
  throw new DeploymentError('the deploying wallet sent other transactions meanwhile: deploy again')
}
