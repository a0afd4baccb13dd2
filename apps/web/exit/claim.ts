/** Claims: what one takes, its call, and its trial on the chain. */
import { errorsAbi } from '@dr/contracts/abi/errors'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { UINT256_MAX, WAD } from '@dr/protocol/amounts'
import type { Proof } from '@dr/protocol/roots/proof'
import { type Address, decodeErrorResult, encodeFunctionData, type Hex } from 'viem'
import { ExitError } from './exit-error.ts'
import { Reverted, type Rpc } from './rpc.ts'

const MINIMUM = WAD

export interface ClaimAmounts {
  /** Argument of the call: `UINT256_MAX` means all, whatever arrives in between. */
  readonly argument: bigint
  readonly amount: bigint
  readonly withoutBurn: bigint
  /** DR that burns, or USDT that stays in the vault for its pool. */
  readonly withheld: bigint
  readonly arrives: bigint
  /** The vault holds less than all. */
  readonly isShort: boolean
}

/** Amounts of a claim of all there is, or of all that the vault holds; null if it holds too little. */
export const amountsOf = async (input: {
  readonly claimable: bigint
  readonly unreturned: bigint
  readonly held: bigint
  readonly isDr: boolean
  readonly burnOf: (amount: bigint) => Promise<bigint>
}): Promise<ClaimAmounts | null> => {
  const { claimable, unreturned, held, isDr, burnOf } = input
  const split = async (amount: bigint) => {
    const withoutBurn = amount < unreturned ? amount : unreturned
    const withheld = await burnOf(amount - withoutBurn)
    return { amount, withoutBurn, withheld, arrives: amount - withheld }
  }
  const all = await split(claimable)
  // What is kept of USDT never leaves the vault.
  if ((isDr ? all.amount : all.arrives) <= held) return { ...all, argument: UINT256_MAX, isShort: false }
  if (held < MINIMUM) return null
  return { ...(await split(held)), argument: held, isShort: true }
}

export interface Call {
  readonly to: Address
  readonly data: Hex
}

export const claimCall = (input: {
  readonly vault: Address
  readonly token: Address
  readonly argument: bigint
  readonly proof: Proof
}): Call => ({
  to: input.vault,
  data: encodeFunctionData({
    abi: withdrawalVaultAbi,
    functionName: 'claim',
    args: [input.token, input.argument, input.proof],
  }),
})

/** Locks the account's own claims again. */
export const lockCall = (registry: Address): Call => ({
  to: registry,
  data: encodeFunctionData({ abi: rootRegistryAbi, functionName: 'lockClaims' }),
})

/** The contract's error with its arguments, or its data where it is none of ours. */
const errorName = (data: Hex): string => {
  try {
    const { errorName: name, args = [] } = decodeErrorResult({ abi: errorsAbi, data })
    return `${name}(${(args as readonly unknown[]).map(String).join(', ')})`
  } catch {
    return data
  }
}

/** `task`, with what a contract refuses told by its error's name. */
export const named = async <T>(task: () => Promise<T>): Promise<T> => {
  try {
    return await task()
  } catch (cause) {
    if (!(cause instanceof Reverted)) throw cause
    throw new ExitError({ key: 'error.reverted', values: { name: errorName(cause.data) } }, cause)
  }
}

/** Tries the call on the newest block without sending it. @throws ExitError with the contract's reason. */
export const tryCall = (rpc: Rpc, from: Address, { to, data }: Call): Promise<Hex> =>
  named(() => rpc<Hex>('eth_call', [{ from, to, data }, 'latest']))
