import { splitBurnFree } from '@dr/protocol/rules/unreturned'
import type { VaultIndex } from '@dr/protocol/token-table'
import { VAULT_TOKENS } from '@dr/protocol/tokens'
import { readVaultAccount } from '../../platform/chain/vault-account.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { balancesOf } from '../ledger/index.ts'
import type { WithdrawalDeps } from './deps.ts'
import type { WithdrawalToken } from './withdrawal.rules.ts'

/** Base units. */
export interface BurnFreeBalance {
  readonly vault: VaultIndex
  readonly token: WithdrawalToken
  readonly available: bigint
  readonly held: bigint
  readonly locked: bigint
  /** The part of all three that would leave without burn. */
  readonly burnFree: bigint
}

/**
 * A user's balances in each account and token, zeros included, and how much of each could be withdrawn now
 * without burn: computed as for a quote, with the vault's payments up to the newest block. Throws NO_PRICE
 * without a chain.
 */
export const burnFreeBalances = async (
  deps: WithdrawalDeps,
  { userId, account }: { readonly userId: UserId; readonly account: LowerHex },
): Promise<BurnFreeBalance[]> => {
  const { database, client, contracts, prices, settle } = deps
  await settle({ userId, address: account })
  const { number: blockNumber } = await prices.newestBlock()
  const balances = await balancesOf(database.read, userId)
  return Promise.all(
    VAULT_TOKENS.map(async ({ vault, token }) => {
      const balance = balances.find((one) => one.vault === vault && one.token === token)
      const { available, held, locked } = balance ?? { available: 0n, held: 0n, locked: 0n }
      const { unreturned } = await readVaultAccount(client, {
        vault: contracts.withdrawalVaults[vault],
        account,
        blockNumber,
        token: token === 'DR' ? contracts.DR : contracts.USDT,
      })
      const { burnFree } = splitBurnFree({ amount: available + held + locked, unreturned })
      return { vault, token, available, held, locked, burnFree }
    }),
  )
}
