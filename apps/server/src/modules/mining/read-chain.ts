/** What the mining module reads from the chain for a quote, at the quote's block. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { drAbi } from '@dr/contracts/abi/dr'
import { decodeFunctionResult, encodeFunctionData, type PublicClient } from 'viem'
import { AppError } from '../../platform/app-error.ts'

type Hex = `0x${string}`

/** The chain can't be asked now: no quote. */
export const chainUnavailable = (cause: unknown): never => {
  throw new AppError('NO_PRICE', { details: { reason: 'chain-unavailable' }, cause })
}

/** Refuses a quote that the wallet can't pay (20004). An allowance is not asked for: it comes next. */
export const requireWalletCanPay = async (
  client: PublicClient,
  input: {
    readonly account: Hex
    readonly blockNumber: bigint
    readonly needs: readonly { token: 'USDT' | 'DRGV'; address: Hex; amount: bigint }[]
  },
): Promise<void> => {
  const { account, blockNumber } = input
  const needs = input.needs.filter(({ amount }) => amount > 0n)
  const balances = await Promise.all(
    needs.map(({ address }) =>
      client.readContract({ address, abi: drAbi, functionName: 'balanceOf', args: [account], blockNumber }),
    ),
  ).catch(chainUnavailable)
  needs.forEach(({ token, amount }, index) => {
    const available = balances[index] ?? 0n
    if (available >= amount) return
    throw new AppError('WALLET_BALANCE_TOO_LOW', {
      details: { token, needed: amount.toString(), available: available.toString() },
    })
  })
}

/** Until when the contract says these machines are paid, at the newest block or `blockNumber`; 0: never. One call. */
export const readPaidUntil = async (
  client: PublicClient,
  input: {
    readonly digitalRights: Hex
    readonly machineIds: readonly bigint[]
    readonly blockNumber?: bigint
  },
): Promise<bigint[]> => {
  if (input.machineIds.length === 0) return []
  const at = { abi: digitalRightsAbi, functionName: 'paidUntil' } as const
  const { result } = await client
    .simulateContract({
      address: input.digitalRights,
      abi: digitalRightsAbi,
      functionName: 'multicall',
      args: [input.machineIds.map((id) => encodeFunctionData({ ...at, args: [id] }))],
      ...(input.blockNumber === undefined ? {} : { blockNumber: input.blockNumber }),
    })
    .catch(chainUnavailable)
  return result.map((data) => decodeFunctionResult({ ...at, data }))
}
