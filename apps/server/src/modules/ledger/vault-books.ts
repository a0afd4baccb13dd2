import type { Token } from '@dr/protocol/amounts'
import type { Reader } from '../../platform/database/database.ts'
import { account, HOUSE_KINDS, type Vault } from './account.ts'

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

/**
 * The books and their block in one statement, so that they always belong together; none before the first block. Read
 * from the house's own accounts alone, however many users there are: per vault and token all balances add up to zero
 * (`auditLedger` says so), hence what is owed to users is what is booked, minus the pools and what is nobody's.
 */
export const vaultBooks = async (
  reader: Reader,
  { vault, token }: { vault: Vault; token: Token },
): Promise<VaultBooks | undefined> => {
  const { rows } = await reader.query<Omit<VaultBooks, 'owed'>>({
    name: 'vault_books',
    text: `SELECT c.block_number AS "blockNumber",
        coalesce(-sum(balance) FILTER (WHERE kind = 'chain'), 0) AS booked,
        coalesce(sum(balance) FILTER (WHERE kind NOT IN ('chain', 'unattributed')), 0) AS pools,
        coalesce(sum(balance) FILTER (WHERE kind = 'unattributed'), 0) AS unattributed
      FROM chain_clock c LEFT JOIN ledger_account a ON a.code = ANY($1::text[]) GROUP BY c.block_number`,
    values: [HOUSE_KINDS.map((kind) => account({ vault, token, kind }))],
  })
  const [books] = rows
  return books && { ...books, owed: books.booked - books.pools - books.unattributed }
}
