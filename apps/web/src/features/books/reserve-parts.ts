import { missing, type Reserve, surplus } from '../../api/reserves.ts'
import type { SharePart } from '../../ui/pictures/share-bar.tsx'

type LedgerPart = Reserve['parts'][number]['kind']
/** `surplus`: more is held than owed. `missing`: less is held. */
type PartKind = LedgerPart | 'surplus' | 'missing'

export interface ReservePart {
  readonly kind: PartKind
  /** Base units. */
  readonly amount: bigint
  readonly tone: SharePart['tone']
}

/** In drawing order: owned by users, promised, not yet owned. */
const TONES: Readonly<Record<LedgerPart, SharePart['tone']>> = {
  users: 'gold',
  'dividends-payable': 'gold-half',
  'package-committed': 'in',
  'emission-pool': 'in',
  'undistributed-emission': 'off',
  'dividend-pool': 'in-half',
  'node-pool': 'in-half',
  'package-budget': 'quiet',
  suspense: 'out',
  opening: 'quiet',
}
const ORDER = Object.keys(TONES) as readonly LedgerPart[]

/** Parts of a vault's token by creditor, with the surplus or the missing amount. */
export const reserveParts = (line: Reserve): readonly ReservePart[] => {
  const known = ORDER.flatMap((kind): ReservePart[] => {
    const amount = line.parts
      .filter((part) => part.kind === kind)
      .reduce((sum, part) => sum + BigInt(part.amount), 0n)
    return amount === 0n ? [] : [{ kind, amount, tone: TONES[kind] }]
  })
  const rest: readonly ReservePart[] = [
    { kind: 'surplus', amount: surplus(line), tone: 'off' },
    { kind: 'missing', amount: missing(line), tone: 'out' },
  ]
  return [...known, ...rest.filter(({ amount }) => amount > 0n)]
}
