import type { Token } from '@dr/protocol/amounts'
import type { Reader } from '../../platform/database/database.ts'
import type { Vault } from './account.ts'

/** One vault and token by the books, at the block they belong to. Base units, all ≥ 0. */
export interface VaultBooks {
  readonly blockNumber: bigint
  /** What should lie in the vault on chain: the asset account, turned positive. */
  readonly booked: bigint
  /** Owed to users: available and held. */
  readonly owed: bigint
  /** In funded pools: promised, not yet anybody's. */
  readonly pools: bigint
  /** Sent in by strangers: nobody's. */
  readonly unattributed: bigint
}

/** The books and their block in one statement, so that they always belong together; none before the first block. */
export const vaultBooks = async (
  reader: Reader,
  { vault, token }: { vault: Vault; token: Token },
): Promise<VaultBooks | undefined> => {
  const { rows } = await reader.query<VaultBooks>({
    name: 'vault_books',
    text: `SELECT c.block_number AS "blockNumber",
        coalesce(-sum(balance) FILTER (WHERE kind = 'chain'), 0) AS booked,
        coalesce(sum(balance) FILTER (WHERE kind IN ('user-available', 'user-held')), 0) AS owed,
        coalesce(sum(balance) FILTER (WHERE kind NOT IN ('chain', 'user-available', 'user-held', 'unattributed')), 0)
          AS pools,
        coalesce(sum(balance) FILTER (WHERE kind = 'unattributed'), 0) AS unattributed
      FROM chain_clock c LEFT JOIN ledger_account a ON a.vault = $1 AND a.token = $2 GROUP BY c.block_number`,
    values: [vault, token],
  })
  return rows[0]
}
