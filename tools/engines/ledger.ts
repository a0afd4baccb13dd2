/** Ledger of an account, read through the server's API with the burner wallet's own key. */

import { CALLS } from '@dr/protocol/calls/index'
import { createApiClient } from '@dr/tools/crash/api-client'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'

export interface Books {
  /** `kind direction token of account`, and the amount; oldest first. */
  readonly lines: readonly { readonly what: string; readonly amount: bigint }[]
  /** Available, held and locked amounts by account and token, if any. */
  readonly balances: Readonly<Record<string, Readonly<Record<'available' | 'held' | 'locked', bigint>>>>
}

/** Registration is tried first, and refused before its code is checked: the account is known. */
const KNOWN = 'KNOWN'

export const readBooks = async (input: { readonly url: string; readonly key: string }): Promise<Books> => {
  const api = createApiClient({ url: input.url, chainId: foundry.id })
  await api.signIn(privateKeyToAccount(input.key as Hex), KNOWN)
  const { items } = await api.call(CALLS.fundFlows, { limit: 100 })
  const { balances } = await api.call(CALLS.getUserMoney)
  return {
    lines: items
      .map(({ kind, direction, token, account, amount }) => ({
        what: `${kind} ${direction} ${token} ${account}`,
        amount: BigInt(amount),
      }))
      .reverse(),
    balances: Object.fromEntries(
      balances
        .map(({ account, token, available, held, locked }) => [
          `${token} ${account}`,
          { available: BigInt(available), held: BigInt(held), locked: BigInt(locked) },
        ])
        .filter(([, amounts]) => Object.values(amounts as object).some((amount) => amount > 0n)),
    ) as Books['balances'],
  }
}
