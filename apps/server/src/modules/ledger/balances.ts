import type { Token } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { AccountCode } from './account.ts'

/**
 * Balance of one account, in base units; 0 before its first posting. The chain account's is minus the
 * reserve.
 */
export const balanceOf = async (reader: Reader, code: AccountCode): Promise<bigint> => {
  const { rows } = await reader.query<{ balance: bigint }>({
    name: 'balance_of',
    text: 'SELECT balance FROM ledger_account WHERE code = $1',
    values: [code],
  })
  return rows[0]?.balance ?? 0n
}

/** A user's balances in one vault and token, in base units. */
export interface UserBalance {
  readonly vault: VaultIndex
  readonly token: Token
  readonly available: bigint
  readonly held: bigint
  /** Principal in packages. */
  readonly locked: bigint
}

/** All balances of a user, by vault and token; vaults and tokens without postings are left out. */
export const balancesOf = async (reader: Reader, userId: UserId): Promise<UserBalance[]> => {
  const { rows } = await reader.query<UserBalance>({
    name: 'balances_of',
    text: `SELECT vault, token,
        coalesce(sum(balance) FILTER (WHERE kind = 'user-available'), 0) AS available,
        coalesce(sum(balance) FILTER (WHERE kind = 'user-held'), 0) AS held,
        coalesce(sum(balance) FILTER (WHERE kind = 'user-locked'), 0) AS locked
      FROM ledger_account WHERE user_id = $1 GROUP BY vault, token ORDER BY vault, token`,
    values: [userId],
  })
  return rows
}
