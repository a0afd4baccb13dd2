/** How a ledger line reads to its user: the protocol's kind, direction and source (requirement §3, fund flow). Pure. */
import type { FundFlow } from '@dr/protocol/calls/users'
import type { LedgerLine, Provenance } from '../ledger/index.ts'

type Kind = FundFlow['kind']

/** Reasons of journals by kind: a withdrawal's end is one journal of two postings, paid and burned. */
export const REASON_OF: Readonly<Record<Kind, string>> = {
  'mining.collect': 'mining.collect',
  'withdrawal.hold': 'withdrawal.hold',
  'withdrawal.paid': 'withdrawal.paid',
  'withdrawal.burned': 'withdrawal.paid',
  'withdrawal.released': 'withdrawal.returned',
}

/** Null for a line no kind stands for yet: the answer never guesses. */
export const kindOf = (line: LedgerLine): Kind | null => {
  switch (line.reason) {
    case 'mining.collect':
    case 'withdrawal.hold':
      return line.reason
    case 'withdrawal.returned':
      return 'withdrawal.released'
    case 'withdrawal.paid':
      // At most 10 % can ever be burned (WithdrawalVault), so the two amounts always differ.
      return line.source.burned === line.amount.toString() ? 'withdrawal.burned' : 'withdrawal.paid'
    default:
      return null
  }
}

/** `in`: more to dispose of. What leaves a hold for good goes out too. */
export const directionOf = (line: LedgerLine): 'in' | 'out' => (line.availableChange > 0n ? 'in' : 'out')

const text = (value: Provenance[string] | undefined): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

export const sourceOf = ({ source }: LedgerLine): FundFlow['source'] => {
  switch (source.kind) {
    case 'emission':
      return { kind: 'emission', reference: text(source.releaseId) }
    case 'order':
      return { kind: 'order', reference: text(source.orderId) }
    case 'chain':
      return { kind: 'chain', reference: text(source.txHash) }
    default:
      return { kind: 'none', reference: null }
  }
}

export const orderIdOf = ({ source }: LedgerLine): string | null => text(source.orderId)
export const txHashOf = ({ source }: LedgerLine): string | null =>
  source.kind === 'chain' ? text(source.txHash) : null
