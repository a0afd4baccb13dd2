import { addUp } from '../../ui/amounts/add-up.ts'
import type { SharePart } from '../../ui/pictures/share-bar.tsx'
import { missing, type Reserve, splitLiability, surplus } from '../reserves.ts'

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

/** Decimals of the books’ figures. */
export const BOOK_DECIMALS = 4

/**
 * Figures of a line as the books show them: rounded so that the parts of what is owed, and of what is in
 * pools, add up to their sums, and those with the surplus or the shortfall to the reserve. Parts of less
 * than the last digit are left out.
 */
export const shownReserve = (line: Reserve) => {
  const exact = reserveParts(line)
  const held = exact.filter(({ kind }) => kind !== 'missing')
  const rounded = addUp(
    held.map(({ amount }) => amount),
    BOOK_DECIMALS,
  )
  const parts = held.map((part, index) => ({ ...part, amount: rounded[index] ?? 0n }))
  const sum = rounded.reduce((total, amount) => total + amount, 0n)
  const [reserve = 0n] = addUp([BigInt(line.reserve)], BOOK_DECIMALS)
  const short = exact.flatMap((part) => (part.kind === 'missing' ? [{ ...part, amount: sum - reserve }] : []))
  const owed = parts.flatMap(({ kind, amount }) =>
    kind === 'surplus' || kind === 'missing' ? [] : [{ kind, amount: String(amount) }],
  )
  return {
    reserve,
    ...splitLiability({ parts: owed }),
    parts: [...parts, ...short].filter(({ amount }) => amount > 0n),
  }
}
