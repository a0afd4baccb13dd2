import { errorsAbi } from '@dr/contracts/abi/errors'
import { BaseError, decodeErrorResult, type Hex, isHex } from 'viem'

/** Reason of a revert: the contract's own error with its values, a plain reason, or nothing readable. */
export interface Revert {
  readonly name: string | null
  readonly args: readonly unknown[]
  readonly reason: string | null
}

/** `Error(string)` and `Panic(uint256)` are part of every contract. */
const abi = [
  ...errorsAbi,
  { type: 'error', name: 'Error', inputs: [{ name: 'reason', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
] as const

const decode = (data: Hex): Revert => {
  try {
    const { errorName, args } = decodeErrorResult({ abi, data })
    if (errorName === 'Error') return { name: null, args: [], reason: String(args[0]) }
    return { name: errorName, args: args ?? [], reason: null }
  } catch {
    return { name: null, args: [], reason: data === '0x' ? null : data.slice(0, 10) }
  }
}

const dataOf = (error: unknown): Hex | null => {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null
  const { data } = error
  if (isHex(data)) return data
  // Nodes wrap it differently: { data: { data } } is Geth's over some gateways.
  return typeof data === 'object' && data !== null && 'data' in data && isHex(data.data) ? data.data : null
}

/** Finds the revert inside a viem error; null if it is no revert, such as when no node answered. */
export const findRevert = (error: unknown): Revert | null => {
  if (!(error instanceof BaseError)) return null
  let revert: Revert | null = null
  error.walk((cause) => {
    const data = dataOf(cause)
    if (data !== null) revert = decode(data)
    return revert !== null
  })
  if (revert !== null) return revert
  const reverted = error.walk(
    (cause) => cause instanceof BaseError && cause.name === 'ExecutionRevertedError',
  )
  return reverted ? { name: null, args: [], reason: null } : null
}
