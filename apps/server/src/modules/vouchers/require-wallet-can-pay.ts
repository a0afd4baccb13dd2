import { drAbi } from '@dr/contracts/abi/dr'
import type { Token } from '@dr/protocol/amounts'
import type { PublicClient } from 'viem'
import { AppError } from '../../platform/app-error.ts'

type Hex = `0x${string}`

/** The chain can't be asked now: no quote. */
export const chainUnavailable = (cause: unknown): never => {
  throw new AppError('NO_PRICE', { details: { reason: 'chain-unavailable' }, cause })
}

/**
 * Refuses a quote that the wallet can't pay at its block: WALLET_BALANCE_TOO_LOW (20004) with token, needed and available.
 * An allowance is not asked for: it comes next.
 */
export const requireWalletCanPay = async (
  client: PublicClient,
  input: {
    readonly account: Hex
    readonly blockNumber: bigint
    readonly needs: readonly { token: Token; address: Hex; amount: bigint }[]
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
