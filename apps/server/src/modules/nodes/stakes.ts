/**
 * Stakes of users, for themselves and for their inviter: stored at the beginning of the open week, with the
 * changes since.
 */

import { weekEnd, weekStart } from '@dr/protocol/rules/weeks'
import { dateOfUnix } from '../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { type UserId, userIdOf } from '../../platform/ids.ts'
import type { Stake, StakeEnded } from '../packages/index.ts'
import { findAddresses, findUserById, invitersBoundBefore } from '../users/index.ts'
import type { Candidate, NodeMinimums, StakeChange, Timeline } from './node-week.rules.ts'

/** Records a new stake. One without a value (there was no price) does not count. */
export const stakeBegun = async (tx: Tx, stake: Stake): Promise<void> => {
  const { positionId, userId, token, principal, value, startsAt, maturesAt, reference } = stake
  if (value === 0n) return
  const user = await findUserById(tx, userId)
  await tx.query({
    name: 'node_member_insert',
    text: 'INSERT INTO node_member (user_id, inviter_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [userId, user?.inviterId ?? null],
  })
  await tx.query({
    name: 'node_stake_insert',
    text: `INSERT INTO node_stake (position_id, user_id, token, principal, value, starts_at, matures_at, reference)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [positionId, userId, token, principal, value, startsAt, maturesAt, reference],
  })
}

/** Ends stakes at `at`, or a second after they began, if that is later; they keep their maturity in `term_end`. */
export const stakeEnded: StakeEnded = async (tx, { positionIds, at }) => {
  await tx.query({
    name: 'node_stakes_ended_early',
    text: `UPDATE node_stake SET term_end = matures_at, matures_at = greatest($2, starts_at + 1)
      WHERE position_id = ANY($1::bigint[]) AND ended_in IS NULL AND matures_at > greatest($2, starts_at + 1)`,
    values: [positionIds, at],
  })
}

/**
 * Binds users who staked before they had an inviter: those bound before the week began count for their
 * inviter from now on.
 */
const bindMembers = async (tx: Tx, week: bigint): Promise<void> => {
  const { rows } = await tx.query<{ user_id: bigint }>({
    name: 'node_members_unbound',
    text: 'SELECT user_id FROM node_member WHERE inviter_id IS NULL ORDER BY user_id',
  })
  if (rows.length === 0) return
  const ids = rows.map((row) => userIdOf(row.user_id))
  const bound = await invitersBoundBefore(tx, { ids, at: dateOfUnix(weekStart(week)) })
  if (bound.length === 0) return
  await tx.query({
    name: 'node_members_bind',
    text: `WITH bound AS (
        UPDATE node_member m SET inviter_id = b.inviter_id, inviter_from = $1
          FROM unnest($2::bigint[], $3::bigint[]) AS b (user_id, inviter_id)
          WHERE m.user_id = b.user_id AND m.inviter_id IS NULL RETURNING m.inviter_id, m.staked
      ) INSERT INTO node_branch (user_id, staked)
      SELECT inviter_id, sum(staked) FROM bound GROUP BY inviter_id ORDER BY inviter_id
      ON CONFLICT (user_id) DO UPDATE SET staked = node_branch.staked + excluded.staked`,
    values: [week, bound.map(({ userId }) => userId), bound.map(({ inviterId }) => inviterId)],
  })
}

/**
 * Counts stakes that began or matured until `until` (included) and were not counted yet, as figures of
 * `week`.
 */
const countStakes = async (
  tx: Tx,
  { week, until }: { readonly week: bigint; readonly until: bigint },
): Promise<void> => {
  await tx.query({
    name: 'node_stakes_begin',
    text: `WITH began AS (
        UPDATE node_stake SET began_in = $1 WHERE began_in IS NULL AND starts_at <= $2 RETURNING user_id, value
      ), sums AS (SELECT user_id, sum(value) AS value FROM began GROUP BY user_id),
      member AS (
        UPDATE node_member m SET staked = m.staked + s.value FROM sums s WHERE m.user_id = s.user_id
          RETURNING m.inviter_id, s.value
      ) INSERT INTO node_branch (user_id, staked)
      SELECT inviter_id, sum(value) FROM member WHERE inviter_id IS NOT NULL GROUP BY inviter_id ORDER BY inviter_id
      ON CONFLICT (user_id) DO UPDATE SET staked = node_branch.staked + excluded.staked`,
    values: [week, until],
  })
  await tx.query({
    name: 'node_stakes_end',
    text: `WITH ended AS (
        UPDATE node_stake SET ended_in = $1 WHERE ended_in IS NULL AND began_in IS NOT NULL AND matures_at <= $2
          RETURNING user_id, value
      ), sums AS (SELECT user_id, sum(value) AS value FROM ended GROUP BY user_id),
      member AS (
        UPDATE node_member m SET staked = m.staked - s.value FROM sums s WHERE m.user_id = s.user_id
          RETURNING m.inviter_id, s.value
      ), branch AS (SELECT inviter_id, sum(value) AS value FROM member WHERE inviter_id IS NOT NULL GROUP BY inviter_id)
      UPDATE node_branch b SET staked = b.staked - s.value FROM branch s WHERE b.user_id = s.inviter_id`,
    values: [week, until],
  })
}

/**
 * Updates the stored stakes to the beginning of the open `week`: stakes that began or matured by its first
 * second, and late ones. Idempotent within the week. The caller holds the weeks' lock.
 */
export const openStakes = async (tx: Tx, week: bigint): Promise<void> => {
  await bindMembers(tx, week)
  await countStakes(tx, { week, until: weekStart(week) })
}

/** Counts the changes within `week`, to close it. */
export const closeStakes = async (tx: Tx, week: bigint): Promise<void> => {
  await countStakes(tx, { week, until: weekEnd(week) - 1n })
  await tx.query({
    name: 'node_members_first_counted',
    text: `UPDATE node_member SET inviter_from = $1 WHERE inviter_from IS NULL AND inviter_id IS NOT NULL
      AND user_id IN (SELECT user_id FROM node_stake WHERE began_in = $1)`,
    values: [week],
  })
}

/**
 * Users whose own stake and direct referrals' stakes reach the minimums as the open week begins: no other
 * user can be a node in it.
 */
export const findCandidates = async (
  reader: Reader,
  { ownMinimum, directMinimum }: NodeMinimums,
): Promise<UserId[]> => {
  const { rows } = await reader.query<{ user_id: bigint }>({
    name: 'node_candidates',
    text: `SELECT m.user_id FROM node_branch b JOIN node_member m USING (user_id)
      WHERE b.staked >= $2 AND m.staked >= $1 ORDER BY m.user_id`,
    values: [ownMinimum, directMinimum],
  })
  return rows.map((row) => userIdOf(row.user_id))
}

interface OpeningRow {
  user_id: bigint
  inviter_id: bigint | null
  own: bigint
  direct: bigint
}

interface ChangeRow {
  user_id: bigint
  inviter_id: bigint | null
  at: bigint
  delta: bigint
}

const readOpenings = async (reader: Reader, ids: readonly UserId[]): Promise<OpeningRow[]> => {
  const { rows } = await reader.query<OpeningRow>({
    name: 'node_openings',
    text: `SELECT u.id AS user_id, m.inviter_id, coalesce(m.staked, 0) AS own, coalesce(b.staked, 0) AS direct
      FROM unnest($1::bigint[]) AS u (id) LEFT JOIN node_member m ON m.user_id = u.id
        LEFT JOIN node_branch b ON b.user_id = u.id ORDER BY u.id`,
    values: [ids],
  })
  return rows
}

/**
 * Stakes of these users and of their direct referrals that began or matured after `after`, until `until`
 * (included).
 */
const readChanges = async (
  reader: Reader,
  { ids, after, until }: { readonly ids: readonly UserId[]; readonly after: bigint; readonly until: bigint },
): Promise<ChangeRow[]> => {
  const { rows } = await reader.query<ChangeRow>({
    name: 'node_changes',
    text: `SELECT c.user_id, m.inviter_id, c.at, c.delta FROM (
        SELECT user_id, starts_at AS at, value AS delta FROM node_stake
          WHERE began_in IS NULL AND starts_at > $1 AND starts_at <= $2
        UNION ALL SELECT user_id, matures_at, -value FROM node_stake
          WHERE ended_in IS NULL AND matures_at > $1 AND matures_at <= $2 AND (began_in IS NOT NULL OR starts_at > $1)
      ) c JOIN node_member m USING (user_id)
      WHERE c.user_id = ANY($3::bigint[]) OR m.inviter_id = ANY($3::bigint[])`,
    values: [after, until, ids],
  })
  return rows
}

/** A user with the stakes that decide whether they are a node. */
export interface Measured extends Candidate {
  readonly userId: UserId
  /** Their inviter, in `ids` or not. */
  readonly inviterId: UserId | null
}

/**
 * Stakes of these users and of their direct referrals in the open week, until `until` (included). `inviter`
 * is set only if it is in `ids`.
 */
export const readTimelines = async (
  reader: Reader,
  { ids, week, until }: { readonly ids: readonly UserId[]; readonly week: bigint; readonly until: bigint },
): Promise<Measured[]> => {
  if (ids.length === 0) return []
  const accounts = await findAddresses(reader, ids)
  const changes = await readChanges(reader, { ids, after: weekStart(week), until })
  const own = Map.groupBy(changes, (change) => change.user_id)
  const direct = Map.groupBy(changes, (change) => change.inviter_id)
  const timeline = (opening: bigint, rows: readonly ChangeRow[] = []): Timeline => ({
    opening,
    changes: rows.map(({ at, delta }): StakeChange => ({ at, delta })),
  })
  const openings = await readOpenings(reader, ids)
  return openings.map((row): Measured => {
    const userId = userIdOf(row.user_id)
    const inviterId = row.inviter_id === null ? null : userIdOf(row.inviter_id)
    return {
      userId,
      inviterId,
      account: accounts.get(userId) ?? '',
      inviter: inviterId === null ? null : (accounts.get(inviterId) ?? null),
      own: timeline(row.own, own.get(row.user_id)),
      direct: timeline(row.direct, direct.get(row.user_id)),
    }
  })
}
