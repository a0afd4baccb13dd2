import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { wholeSignature } from '@dr/protocol/rules/whole-signature'
import { type Address, encodeFunctionData, type Hex, hashTypedData, parseSignature } from 'viem'
import { readContract, signTypedData } from 'viem/actions'
import type { Config } from '../../api/config.ts'
import type { ChainClient } from '../reads/public-client.ts'
import { recoverSigner } from '../vouchers/recover-signer.ts'
import { isUserRejection } from '../wallet/provider.ts'
import { WalletUnfit, walletFor } from '../wallet/wallet-client.ts'
import type { ContractCall } from './contract-call.ts'

/** An allowance by signature (ERC-2612), passed in with the call that needs it. */
export interface SignedPermit {
  readonly token: Address
  /** Base units. */
  readonly value: bigint
  /** Unix seconds, in chain time. */
  readonly deadline: bigint
  readonly signature: Hex
}

/** As in the standards ERC-2612 and ERC-5267. */
const permitAbi = [
  {
    type: 'function',
    name: 'nonces',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'eip712Domain',
    stateMutability: 'view',
    inputs: [],
    outputs: [
      { name: 'fields', type: 'bytes1' },
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
      { name: 'salt', type: 'bytes32' },
      { name: 'extensions', type: 'uint256[]' },
    ],
  },
] as const

const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

/** Only the main contract accepts permits (`selfPermit`); USDT does not support them. */
export const takesPermit = (
  { contracts }: Pick<Config, 'contracts'>,
  { spender, token }: { readonly spender: Address; readonly token: string },
): boolean => spender === contracts.DigitalRights && token !== 'USDT'

/**
 * Asks the wallet to sign an allowance. Null if it cannot, or if the signature is not this account's: then
 * a transaction is needed. A rejection is rethrown.
 */
export const askPermit = async (
  client: ChainClient,
  input: { account: Address; token: Address; spender: Address; value: bigint; deadline: bigint },
): Promise<SignedPermit | null> => {
  const { account, token, spender, value, deadline } = input
  const [nonce, [, name, version]] = await Promise.all([
    readContract(client, { address: token, abi: permitAbi, functionName: 'nonces', args: [account] }),
    readContract(client, { address: token, abi: permitAbi, functionName: 'eip712Domain' }),
  ])
  const typed = {
    // The configured chain and token, not the node's: they define what the signature is valid for.
    domain: { name, version, chainId: client.chain.id, verifyingContract: token },
    types,
    primaryType: 'Permit',
    message: { owner: account, spender, value, nonce, deadline },
  } as const
  const wallet = await walletFor(account)
  const signed = await signTypedData(wallet, { account: wallet.account, ...typed }).catch(
    (error: unknown) => {
      if (isUserRejection(error) || error instanceof WalletUnfit) throw error
      return null
    },
  )
  const signature = signed === null ? null : wholeSignature(signed)
  // A signature of another length is a contract wallet's, which tokens do not accept.
  if (signature === null || (await recoverSigner(hashTypedData(typed), signature)) !== account) return null
  return { token, value, deadline, signature }
}

/** The call with its permits before it, in one transaction. A permit that was already used does not fail. */
export const withPermits = (call: ContractCall, permits: readonly SignedPermit[]): ContractCall => {
  if (permits.length === 0) return call
  const handedIn = permits.map(({ token, value, deadline, signature }) => {
    const { r, s, v = 0n, yParity } = parseSignature(signature)
    return encodeFunctionData({
      abi: digitalRightsAbi,
      functionName: 'selfPermit',
      args: [token, value, deadline, v === 0n ? yParity + 27 : Number(v), r, s],
    })
  })
  return {
    to: call.to,
    data: encodeFunctionData({
      abi: digitalRightsAbi,
      functionName: 'multicall',
      args: [[...handedIn, call.data]],
    }),
  }
}
