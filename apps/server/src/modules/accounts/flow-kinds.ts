/** Kind, direction and source of a ledger line in the protocol's terms (requirement §3, fund flow). Pure. */
import { type FundFlow, type Source, sourceSchema } from '@dr/protocol/calls/fund-flows'
import type { JournalReason, LedgerLine, Provenance } from '../ledger/index.ts'

type Kind = FundFlow['kind']
type Direction = FundFlow['direction']

/**
 * The reason of a journal whose lines are of that kind (docs/chart-of-accounts.md). `other` covers every
 * reason without a kind, so that no line is left out.
 */
const REASON_OF: Readonly<Record<Exclude<Kind, 'other'>, JournalReason>> = {
  'mining.collect': 'mining.collect',
  'swap.fee-share': 'swap.fee-node',
  'dividends.credit': 'dividends.credit',
  'dividends.growth': 'dividends.growth',
  'node.week': 'node.week',
  'package.deposit': 'package.deposit',
  'package.credit': 'package.credit',
  'package.income': 'package.income',
  'package.mature': 'package.mature',
  'package.ended': 'package.ended',
  'package.reinvest': 'package.reinvest',
  'withdrawal.hold': 'withdrawal.hold',
  'withdrawal.paid': 'withdrawal.paid',
  'withdrawal.burned': 'withdrawal.burned',
  'withdrawal.returned': 'withdrawal.returned',
  'transfer.internal': 'transfer.internal',
  'transfer.held': 'transfer.hold',
  'transfer.released': 'transfer.released',
  'claim.booked': 'claim.booked',
  'claim.sent': 'claim.sent',
  'claim.received': 'claim.received',
  'operator.reversal': 'operator.reversal',
}

/** A transfer received on chain before its receiver registered. */
const RECEIVED_BEFORE: JournalReason = 'claim.attributed'

const KIND_BY_REASON: ReadonlyMap<string, Kind> = new Map([
  ...Object.entries(REASON_OF).map(([kind, reason]) => [reason, kind as Kind] as const),
  [RECEIVED_BEFORE, 'claim.received'],
])

/**
 * Whether the line is the burned part of a withdrawal of DR booked by version 1.0.6 or earlier: a posting of
 * the same journal as the paid part, whose source has the burned amount. Journals never change, so such lines
 * remain. At most 10 % are burned (WithdrawalVault), so the two amounts always differ.
 */
const isBurnedBefore = ({ reason, token, source, amount }: LedgerLine): boolean =>
  reason === 'withdrawal.paid' && token === 'DR' && source.burned === amount.toString()

export const kindOf = (line: LedgerLine): Kind =>
  isBurnedBefore(line) ? 'withdrawal.burned' : (KIND_BY_REASON.get(line.reason) ?? 'other')

/** A filter that finds all lines of a kind, and possibly others; undefined: all lines. */
export const reasonFilterOf = (kind: Kind | undefined): string | undefined => {
  if (kind === undefined || kind === 'other') return undefined
  if (kind === 'claim.received') return 'claim'
  return kind === 'withdrawal.burned' ? 'withdrawal' : REASON_OF[kind]
}

/** `in` or `out` if the account's total changes; otherwise a movement within the account. */
export const directionOf = ({ availableChange, heldChange, lockedChange }: LedgerLine): Direction => {
  const total = availableChange + heldChange + lockedChange
  if (total !== 0n) return total > 0n ? 'in' : 'out'
  if (heldChange !== 0n) return heldChange > 0n ? 'hold' : 'release'
  return lockedChange > 0n ? 'lock' : 'unlock'
}

const text = (value: Provenance[string] | undefined): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

const weeksOf = ({ week, from = week, to = week }: Provenance) => ({ from, to })

/** The part of a journal's provenance that is shown to users. */
const shownPart = (source: Provenance): Readonly<Record<string, unknown>> => {
  const { kind } = source
  switch (kind) {
    case 'emission':
      return { kind, releaseId: text(source.releaseId) }
    case 'order':
      return { kind, orderId: source.orderId }
    case 'chain':
      return {
        kind,
        txHash: source.txHash,
        ...(source.burnFree === undefined || source.burnFree === '0' ? {} : { burnFree: source.burnFree }),
      }
    case 'swap-fees':
      return { kind, flushId: text(source.flushId), swaps: source.swaps, txHash: source.txHash }
    case 'funded': {
      const { txHash, source: from, memo, packageId } = source
      return { kind, txHash, source: from, memo, packageId: text(packageId) }
    }
    case 'week':
      return { kind, ...weeksOf(source) }
    case 'node-week':
      return { kind, week: source.week }
    case 'package':
      return {
        kind,
        packageId: text(source.packageId),
        positionId: text(source.positionId),
        fundedBy: source.fundedBy ?? [],
      }
    case 'transfer':
      return { kind, orderId: source.orderId, from: source.from, to: source.to }
    case 'operator':
      return { kind, reverses: text(source.reverses), note: text(source.why) ?? '' }
    default:
      return { kind: 'none' }
  }
}

/** Provenance of a line's money; `none` if a field that its kind requires is missing. */
export const sourceOf = ({ source }: LedgerLine): Source =>
  sourceSchema.safeParse(shownPart(source)).data ?? { kind: 'none' }

export const orderIdOf = ({ source }: LedgerLine): string | null => text(source.orderId)
export const txHashOf = ({ source }: LedgerLine): string | null => text(source.txHash)
