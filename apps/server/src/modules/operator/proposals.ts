/** Proposals and decisions of changes that need two operators. The rule itself: proposals.rules.ts. */

import type { Proposal } from '@dr/protocol/calls/operator'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { beforeCursor, ID_MAX, type Page, toPage } from '../../platform/pagination.ts'
import type { EditedProduct } from '../mining/index.ts'
import type { EditedTerms } from '../packages/index.ts'
import { recordChange } from '../parameters/index.ts'
import { writeAudit } from './audit.ts'
import type { Actor } from './deps.ts'
import { PROPOSAL_LIFETIME_SECONDS, type ProposalState, refusalOf, stateAt } from './proposals.rules.ts'
import {
  type AmountSubject,
  applyTerms,
  applyValue,
  currentTerms,
  currentValue,
  isTerms,
  readSubject,
  requirePossible,
  serializeSubject,
} from './subjects.ts'
import { serializeTerms, showTerms } from './terms-text.ts'

/** An amount or terms; the other fields are null. */
interface Content {
  readonly before: bigint | null
  readonly value: bigint | null
  readonly termsBefore: string | null
  readonly terms: string | null
}

interface ProposalRow extends Content {
  id: bigint
  subject: string
  reason: string
  proposedBy: LowerHex
  proposedAt: bigint
  expiresAt: bigint
  state: ProposalState
  decidedBy: LowerHex | null
  decidedAt: bigint | null
}

const COLUMNS = `id, subject, before, value, terms_before AS "termsBefore", terms, reason, proposed_by AS "proposedBy", proposed_at AS "proposedAt",
  expires_at AS "expiresAt", state, decided_by AS "decidedBy", decided_at AS "decidedAt"`

const proposalOf = (row: ProposalRow, now: bigint): Proposal => ({
  proposalId: row.id.toString(),
  subject: row.subject,
  reason: row.reason,
  proposedBy: row.proposedBy,
  decidedBy: row.decidedBy,
  before: row.before?.toString() ?? null,
  value: row.value?.toString() ?? null,
  terms:
    row.terms === null
      ? null
      : { before: row.termsBefore === null ? null : showTerms(row.termsBefore), after: showTerms(row.terms) },
  proposedAt: Number(row.proposedAt),
  expiresAt: Number(row.expiresAt),
  state: stateAt(row, now),
  decidedAt: row.decidedAt === null ? null : Number(row.decidedAt),
})

/** Newest first. */
export const listProposals = async (
  reader: Reader,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page<Proposal>> => {
  const { timestamp: now } = await chainNow(reader)
  const { rows } = await reader.query<ProposalRow>({
    name: 'operator_proposal_list',
    text: `SELECT ${COLUMNS} FROM operator_proposal WHERE id < $1 ORDER BY id DESC LIMIT $2`,
    values: [beforeCursor(cursor), limit + 1],
  })
  return toPage(rows, { limit, idOf: ({ id }) => id, itemOf: (row) => proposalOf(row, now) })
}

const insertProposal = async (
  tx: Tx,
  actor: Actor,
  content: Content & { readonly subject: string; readonly reason: string; readonly now: bigint },
): Promise<Proposal> => {
  const { subject, before, value, termsBefore, terms, reason, now } = content
  await tx.query({
    name: 'operator_proposal_expire',
    text: `UPDATE operator_proposal SET state = 'expired' WHERE subject = $1 AND state = 'open' AND expires_at <= $2`,
    values: [subject, now],
  })
  const { rows } = await tx.query<ProposalRow>({
    name: 'operator_proposal_insert',
    text: `INSERT INTO operator_proposal (subject, before, value, terms_before, terms, reason, proposed_by, proposed_at,
        expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (subject) WHERE state = 'open' DO NOTHING RETURNING ${COLUMNS}`,
    values: [
      subject,
      before,
      value,
      termsBefore,
      terms,
      reason,
      actor.operator,
      now,
      now + PROPOSAL_LIFETIME_SECONDS,
    ],
  })
  if (!rows[0]) throw new AppError('FORBIDDEN', { details: { reason: 'already-proposed' } })
  await writeAudit(tx, actor, {
    action: 'proposal.propose',
    subject,
    before: auditable(termsBefore, before),
    after: { ...auditable(terms, value), reason, proposalId: rows[0].id },
  })
  return proposalOf(rows[0], now)
}

/** Form in the audit log: terms field by field, an amount as `value`; null if it does not exist. */
const auditable = (terms: string | null, value: bigint | null): object | null => {
  if (terms !== null) return showTerms(terms)
  return value === null ? null : { value }
}

/** Proposes terms of a package or a product. Throws FORBIDDEN while another proposal for it is open. */
export const proposeTerms = async (
  tx: Tx,
  actor: Actor,
  input: { readonly reason: string } & (
    | { readonly kind: 'package'; readonly terms: EditedTerms }
    | { readonly kind: 'product'; readonly terms: EditedProduct }
  ),
): Promise<Proposal> => {
  const { timestamp: now } = await chainNow(tx)
  const subject =
    input.kind === 'package'
      ? ({ kind: 'package', packageId: input.terms.packageId } as const)
      : ({ kind: 'product', productId: input.terms.productId } as const)
  return insertProposal(tx, actor, {
    subject: serializeSubject(subject),
    before: null,
    value: null,
    reason: input.reason,
    now,
    termsBefore: await currentTerms(tx, subject, now),
    terms: serializeTerms(input.terms),
  })
}

/**
 * Proposes a change of an amount. Throws BAD_PARAMETER beyond the bounds or if nothing would change,
 * FORBIDDEN while another proposal for the same subject is open.
 */
export const propose = async (
  tx: Tx,
  actor: Actor,
  {
    subject,
    value,
    reason,
  }: { readonly subject: AmountSubject; readonly value: bigint; readonly reason: string },
): Promise<Proposal> => {
  requirePossible(subject, value)
  const { timestamp: now } = await chainNow(tx)
  const before = await currentValue(tx, subject)
  if (before === value) {
    throw new AppError('BAD_PARAMETER', { details: { path: 'value', reason: 'nothing-changes' } })
  }
  const content = { before, value, termsBefore: null, terms: null }
  return insertProposal(tx, actor, { ...content, subject: serializeSubject(subject), reason, now })
}

const lockProposal = async (tx: Tx, proposalId: bigint): Promise<ProposalRow> => {
  const { rows } =
    proposalId > ID_MAX
      ? { rows: [] }
      : await tx.query<ProposalRow>({
          name: 'operator_proposal_lock',
          text: `SELECT ${COLUMNS} FROM operator_proposal WHERE id = $1 FOR UPDATE`,
          values: [proposalId],
        })
  if (rows[0]) return rows[0]
  throw new AppError('BAD_PARAMETER', { details: { path: 'proposalId', reason: 'no-such-proposal' } })
}

/** Applies an approved proposal; a change of an amount is added to the public history. */
const applyRow = async (
  tx: Tx,
  row: ProposalRow,
  { by, now }: { readonly by: LowerHex; readonly now: bigint },
): Promise<void> => {
  const subject = readSubject(row.subject)
  const { before, value, terms, reason, proposedBy } = row
  if (isTerms(subject)) {
    if (terms === null) throw new FatalError(`proposal ${row.id} has no terms`)
    await applyTerms(tx, subject, terms, now)
    return
  }
  if (before === null || value === null) throw new FatalError(`proposal ${row.id} has no value`)
  await applyValue(tx, subject, value)
  if (subject.kind === 'stop') return // shown where stops are
  const change = { subject: row.subject, before, value, reason, proposedBy }
  await recordChange(tx, { ...change, approvedBy: by, at: now })
}

/**
 * Approves a proposal of another operator, in force once the transaction is committed, or rejects one. Throws
 * FORBIDDEN with the rule's reason, BAD_PARAMETER for one that does not exist.
 */
export const decide = async (
  tx: Tx,
  actor: Actor,
  input: {
    readonly proposalId: bigint
    readonly decision: 'approve' | 'reject'
    readonly operators: ReadonlySet<string>
  },
): Promise<Proposal> => {
  const { decision, operators } = input
  const row = await lockProposal(tx, input.proposalId)
  const subject = readSubject(row.subject)
  const { timestamp: now } = await chainNow(tx)
  const [amount, terms] = isTerms(subject)
    ? [null, await currentTerms(tx, subject, now)]
    : [await currentValue(tx, subject), null]
  const [before, current] = isTerms(subject) ? [row.termsBefore, terms] : [row.before, amount]
  const refusal = refusalOf({ ...row, before }, { by: actor.operator, decision, current, now, operators })
  if (refusal) throw new AppError('FORBIDDEN', { details: { reason: refusal } })
  const state = decision === 'approve' ? 'approved' : 'rejected'
  await tx.query({
    name: 'operator_proposal_decide',
    text: 'UPDATE operator_proposal SET state = $2, decided_by = $3, decided_at = $4 WHERE id = $1',
    values: [row.id, state, actor.operator, now],
  })
  if (state === 'approved') await applyRow(tx, row, { by: actor.operator, now })
  const held = auditable(terms, amount)
  await writeAudit(tx, actor, {
    action: state === 'approved' ? 'proposal.approve' : 'proposal.reject',
    subject: row.subject,
    before: held,
    after: {
      ...(state === 'approved' ? auditable(row.terms, row.value) : held),
      proposalId: row.id,
      proposedBy: row.proposedBy,
    },
  })
  return proposalOf({ ...row, state, decidedBy: actor.operator, decidedAt: now }, now)
}
