import type { Token } from '@dr/protocol/amounts'
import { type Address, erc20Abi } from 'viem'
import { readContract } from 'viem/actions'
import { approveCall } from '../calls/contract-call.ts'
import { findRevert } from '../calls/decode-failure.ts'
import { simulateCall } from '../calls/simulate-call.ts'
import type { ChainClient } from './public-client.ts'

/** A token that leaves the wallet in a call, with what is needed for it. Base units. */
export interface Spend {
  readonly token: Token
  readonly tokenAddress: Address
  readonly amount: bigint
  readonly balance: bigint
  /** Null if the called contract is the token itself, which needs no allowance. */
  readonly allowance: bigint | null
  /** The token reverts on changing a non-zero allowance (as USDT on some chains). */
  readonly resetFirst: boolean
  /** The called contract accepts a permit (ERC-2612) for it. */
  readonly permit: boolean
}

interface Input {
  readonly account: Address
  readonly spender: Address
  readonly token: Spend['token']
  readonly tokenAddress: Address
  readonly amount: bigint
  readonly permit: boolean
}

export const readSpend = async (client: ChainClient, input: Input): Promise<Spend> => {
  const { account, spender, token, tokenAddress, amount, permit } = input
  const common = { address: tokenAddress, abi: erc20Abi } as const
  if (spender === tokenAddress) {
    const balance = await readContract(client, { ...common, functionName: 'balanceOf', args: [account] })
    return { token, tokenAddress, amount, balance, allowance: null, resetFirst: false, permit: false }
  }
  const [balance, allowance] = await Promise.all([
    readContract(client, { ...common, functionName: 'balanceOf', args: [account] }),
    readContract(client, { ...common, functionName: 'allowance', args: [account, spender] }),
  ])
  const resetFirst = allowance > 0n && allowance <= amount && (await refusesChange(client, input))
  return { token, tokenAddress, amount, balance, allowance, resetFirst, permit }
}

/** Simulates whether `approve` would revert on a non-zero allowance, whatever the token's name. */
const refusesChange = async (
  client: ChainClient,
  { account, spender, tokenAddress }: Input,
): Promise<boolean> => {
  try {
    await simulateCall(client, account, approveCall({ token: tokenAddress, spender, amount: 1n }))
    return false
  } catch (error) {
    if (findRevert(error) !== null) return true
    throw error
  }
}
