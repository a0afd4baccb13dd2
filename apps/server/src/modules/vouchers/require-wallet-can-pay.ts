import { drAbi } from '@dr/contracts/abi/dr'
import type { Token } from '@dr/protocol/amounts'
import type { Hex, PublicClient } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import { selectorOf, viewsOf } from '../../platform/chain/chain-views.ts'
import type { LowerHex } from '../../platform/hex.ts'

const BALANCE_OF = selectorOf(drAbi, 'balanceOf')

/** A wallet's token balances at a block, in base units. Throws NO_PRICE (30002) if no node answers. */
export const readBalances = async (
  client: PublicClient,
  input: { readonly account: LowerHex; readonly blockNumber: bigint; readonly tokens: readonly Hex[] },
): Promise<readonly bigint[]> => {
  const { account, blockNumber, tokens } = input
  const ask = viewsOf(client)
  const answers = await Promise.all(
    tokens.map((address) => ask({ address, selector: BALANCE_OF, argument: account, blockNumber })),
  ).catch(chainUnavailable)
  return answers.map(([balance]) => balance)
}

export interface Need {
  readonly token: Token
  /** Base units. */
  readonly amount: bigint
}

/**
 * Throws WALLET_BALANCE_TOO_LOW (20004) with token, needed and available, if the balances (in the same order)
 * do not cover the needs.
 */
export const requireBalances = (needs: readonly Need[], balances: readonly bigint[]): void => {
  needs.forEach(({ token, amount }, index) => {
    const available = balances[index] ?? 0n
    if (available >= amount) return
    throw new AppError('WALLET_BALANCE_TOO_LOW', {
      details: { token, needed: amount.toString(), available: available.toString() },
    })
  })
}

/**
 * Refuses a quote that the wallet cannot pay at its block. Does not check the allowance, which is given
 * later.
 */
export const requireWalletCanPay = async (
  client: PublicClient,
  input: {
    readonly account: LowerHex
    readonly blockNumber: bigint
    readonly needs: readonly (Need & { readonly address: LowerHex })[]
  },
): Promise<void> => {
  const { account, blockNumber } = input
  const needs = input.needs.filter(({ amount }) => amount > 0n)
  const tokens = needs.map(({ address }) => address)
  requireBalances(needs, await readBalances(client, { account, blockNumber, tokens }))
}
