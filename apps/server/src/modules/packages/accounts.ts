/** The ledger accounts packages move money between: all of the node vault. */
import { type Base, base } from '@dr/protocol/amounts'
import type { UserId } from '../../platform/ids.ts'
import { account, type Posting } from '../ledger/index.ts'
import type { PackageToken } from './terms/terms.rules.ts'

/** The node vault (PRODUCT.md 3). */
const vault = 2

type House = 'chain' | 'package-budget' | 'package-committed' | 'unattributed'
type Place = House | { readonly of: UserId; readonly kind: 'user-available' | 'user-locked' }

const codeOf = (token: PackageToken, place: Place) =>
  typeof place === 'string'
    ? account({ vault, token, kind: place })
    : account({ vault, token, kind: place.kind, userId: place.of })

export const available = (of: UserId): Place => ({ of, kind: 'user-available' })
export const locked = (of: UserId): Place => ({ of, kind: 'user-locked' })

/** `amount` base units of `token`, from place to place. */
export const move = (
  token: PackageToken,
  { from, to, amount }: { readonly from: Place; readonly to: Place; readonly amount: bigint },
): Posting =>
  ({
    from: codeOf(token, from),
    to: codeOf(token, to),
    amount: base(token, amount) as Base<PackageToken>,
  }) as Posting
