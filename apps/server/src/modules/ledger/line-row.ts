import type { Token } from '@dr/protocol/amounts'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { AccountKind } from './account.ts'
import type { Provenance } from './post-journal.ts'

/** One posting with its journal and the owners of its accounts. */
export interface LineRow {
  readonly id: bigint
  readonly journal_id: bigint
  readonly at: Date
  readonly reason: string
  readonly vault: VaultIndex
  readonly token: Token
  readonly amount: bigint
  readonly source: Provenance
  readonly from_kind: AccountKind
  readonly to_kind: AccountKind
  readonly from_user: bigint | null
  readonly to_user: bigint | null
}
