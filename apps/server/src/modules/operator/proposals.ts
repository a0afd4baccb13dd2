/** Proposing and deciding changes of limits and budgets. The rule itself: proposals.rules.ts. */
import type { Proposal } from '@dr/protocol/calls/operator'
import { AppError } from '../../platform/app-error.ts'
import { chainNow } from '../../platform/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/pagination.ts'
import { recordChange } from '../parameters/index.ts'
import { writeAudit } from './audit.ts'
import type { Actor } from './operator-deps.ts'
import { PROPOSAL_LIFETIME_SECONDS, type ProposalState, refusalOf, stateAt } from './proposals.rules.ts'
import { apply, currentValue, readSubject, requirePossible, type Subject, spellSubject } from './subjects.ts'

type Hex = `0x${string}`

const ID_MAX = (1n << 63n) - 1n

interface ProposalRow {
  id: bigint
  subject: string
  before: bigint
  value: bigint
  reason: string
  proposedBy: Hex
  proposedAt: bigint
  expiresAt: bigint
  state: ProposalState
  decidedBy: Hex | null
  decidedAt: bigint | null
}

const COLUMNS = `id, subject, before, value, reason, proposed_by AS "proposedBy", proposed_at AS "proposedAt",
  expires_at AS "expiresAt", state, decided_by AS "decidedBy", decided_at AS "decidedAt"`

const proposalOf = (row: ProposalRow, now: bigint): Proposal => ({
  proposalId: row.id.toString(),
  ...{ subject: row.subject, reason: row.reason, proposedBy: row.proposedBy, decidedBy: row.decidedBy },
  before: row.before.toString(),
  value: row.value.toString(),
  proposedAt: Number(row.proposedAt),
  expiresAt: Number(row.expiresAt),
  state: stateAt(row, now),
  decidedAt: row.decidedAt === null ? null : Number(row.decidedAt),
})

/** Newest first. */
export const listProposals = async (
  reader: Reader,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<{ items: Proposal[]; nextCursor: string | null }> => {
  const { timestamp: now } = await chainNow(reader)
  const { rows } = await reader.query<ProposalRow>({
    name: 'operator_proposal_list',
    text: `SELECT ${COLUMNS} FROM operator_proposal WHERE id < $1 ORDER BY id DESC LIMIT $2`,
    values: [cursor === undefined ? ID_MAX : decodeCursor(cursor), limit + 1],
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => proposalOf(row, now)),
    nextCursor: rows.length > limit && last ? encodeCursor(last.id) : null,
  }
}

/**
 * Proposes a change; nothing changes yet. Throws BAD_PARAMETER beyond the bounds and where nothing would change, FORBIDDEN
 * while another proposal for the same thing is open.
 */
export const propose = async (
  tx: Tx,
  actor: Actor,
  { subject, value, reason }: { readonly subject: Subject; readonly value: bigint; readonly reason: string },
): Promise<Proposal> => {
  requirePossible(subject, value)
  const { timestamp: now } = await chainNow(tx)
  const before = await currentValue(tx, subject)
  if (before === value) {
    throw new AppError('BAD_PARAMETER', { details: { path: 'value', reason: 'nothing-changes' } })
  }
  const name = spellSubject(subject)
  await tx.query({
    name: 'operator_proposal_expire',
    text: `UPDATE operator_proposal SET state = 'expired' WHERE subject = $1 AND state = 'open' AND expires_at <= $2`,
    values: [name, now],
  })
  const { rows } = await tx.query<ProposalRow>({
    name: 'operator_proposal_insert',
    text: `INSERT INTO operator_proposal (subject, before, value, reason, proposed_by, proposed_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (subject) WHERE state = 'open' DO NOTHING RETURNING ${COLUMNS}`,
    values: [name, before, value, reason, actor.operator, now, now + PROPOSAL_LIFETIME_SECONDS],
  })
  if (!rows[0]) throw new AppError('FORBIDDEN', { details: { reason: 'already-proposed' } })
  await writeAudit(tx, actor, {
    action: 'proposal.propose',
    subject: name,
    before: { value: before },
    after: { value, reason, proposalId: rows[0].id },
  })
  return proposalOf(rows[0], now)
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

/**
 * Approves a proposal of another operator: with the end of the transaction it holds; or rejects one. Throws FORBIDDEN with
 * the rule's reason, BAD_PARAMETER for one that does not exist.
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
  const current = await currentValue(tx, subject)
  const refusal = refusalOf(row, { by: actor.operator, decision, current, now, operators })
  if (refusal) throw new AppError('FORBIDDEN', { details: { reason: refusal } })
  const state = decision === 'approve' ? 'approved' : 'rejected'
  await tx.query({
    name: 'operator_proposal_decide',
    text: 'UPDATE operator_proposal SET state = $2, decided_by = $3, decided_at = $4 WHERE id = $1',
    values: [row.id, state, actor.operator, now],
  })
  if (state === 'approved') {
    const { value, reason, proposedBy } = row
    await apply(tx, subject, value)
    await recordChange(tx, {
      ...{ subject: row.subject, before: current, value, reason, proposedBy },
      ...{ approvedBy: actor.operator, at: now },
    })
  }
  await writeAudit(tx, actor, {
    action: state === 'approved' ? 'proposal.approve' : 'proposal.reject',
    subject: row.subject,
    before: { value: current },
    after: {
      value: state === 'approved' ? row.value : current,
      proposalId: row.id,
      proposedBy: row.proposedBy,
    },
  })
  return proposalOf({ ...row, state, decidedBy: actor.operator, decidedAt: now }, now)
}
