/** Ledger accounts of packages, all of the node vault. */
import type { UserId } from '../../platform/ids.ts'
import { type AccountOf, type Posting, posting } from '../ledger/index.ts'
import type { PackageToken } from './terms/terms.rules.ts'

/** The node vault (docs/product.md 3). */
const vault = 2

type LedgerSide = 'chain' | 'package-budget' | 'package-committed' | 'unattributed' | AccountOf

const accountOf = (side: LedgerSide): AccountOf => (typeof side === 'string' ? { kind: side } : side)

export const available = (userId: UserId): AccountOf => ({ kind: 'user-available', userId })
export const locked = (userId: UserId): AccountOf => ({ kind: 'user-locked', userId })

/** A posting of `amount` base units of `token`. */
export const move = (
  token: PackageToken,
  { from, to, amount }: { readonly from: LedgerSide; readonly to: LedgerSide; readonly amount: bigint },
): Posting => posting({ vault, token, from: accountOf(from), to: accountOf(to), amount })
