import type { PayoutToken } from '@dr/protocol/tokens'
import type { Reader } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import { userIdOf } from '../../platform/ids.ts'
import type { ResultOrigin, ResultSource } from '../results/index.ts'
import { findAddresses } from '../users/index.ts'
import {
  type FiledEnd,
  type FiledMember,
  type FiledStake,
  type NodeFile,
  nodeFileText,
} from './node-file.rules.ts'
import { readShares } from './node-shares.ts'
import { nodesPool } from './nodes-pool.ts'

const accountsOf = async (reader: Reader, ids: readonly bigint[]) => {
  const accounts = await findAddresses(
    reader,
    ids.map((id) => userIdOf(id)),
  )
  return (id: bigint): string => {
    const account = accounts.get(userIdOf(id))
    if (account === undefined) throw new FatalError(`there is no user ${id}`)
    return account
  }
}

const readMembers = async (reader: Reader, week: bigint): Promise<FiledMember[]> => {
  const { rows } = await reader.query<{ user_id: bigint; inviter_id: bigint }>({
    name: 'node_members_from',
    text: 'SELECT user_id, inviter_id FROM node_member WHERE inviter_from = $1',
    values: [week],
  })
  const accountOf = await accountsOf(
    reader,
    rows.flatMap((row) => [row.user_id, row.inviter_id]),
  )
  return rows.map((row) => ({ account: accountOf(row.user_id), inviter: accountOf(row.inviter_id) }))
}

const readStakes = async (reader: Reader, week: bigint): Promise<FiledStake[]> => {
  const { rows } = await reader.query<{
    user_id: bigint
    token: PayoutToken
    principal: bigint
    value: bigint
    starts_at: bigint
    matures_at: bigint
    reference: string
  }>({
    name: 'node_stakes_of_week',
    text: `SELECT user_id, token, principal, value, starts_at, coalesce(term_end, matures_at) AS matures_at, reference
      FROM node_stake
      WHERE began_in = $1`,
    values: [week],
  })
  const accountOf = await accountsOf(
    reader,
    rows.map((row) => row.user_id),
  )
  return rows.map(({ token, principal, value, reference, ...row }) => ({
    account: accountOf(row.user_id),
    token,
    principal,
    value,
    reference,
    startsAt: row.starts_at,
    maturesAt: row.matures_at,
  }))
}

const readEnded = async (reader: Reader, week: bigint): Promise<FiledEnd[]> => {
  const { rows } = await reader.query<FiledEnd>({
    name: 'node_stakes_ended_of_week',
    text: `SELECT reference, matures_at AS "endedAt" FROM node_stake WHERE ended_in = $1 AND term_end IS NOT NULL`,
    values: [week],
  })
  return rows
}

/** The result of a closed week of the node pool, from immutable rows. */
const readNodeFile = async (reader: Reader, origin: ResultOrigin, week: bigint): Promise<NodeFile> => {
  const closed = await nodesPool.readWeek(reader, week)
  if (!closed) throw new FatalError(`week ${week} of the node pool is not closed`)
  return {
    ...closed,
    ...(await nodesPool.incomeEvents(reader, week)),
    origin,
    nodes: await readShares(reader, week),
    members: await readMembers(reader, week),
    stakes: await readStakes(reader, week),
    ended: await readEnded(reader, week),
  }
}

/** The published results of the node pool. The cost depends on the stakes of the week and its nodes. */
export const publishedNodes = (origin: ResultOrigin): ResultSource => ({
  kind: 'nodes',
  closedAfter: nodesPool.closedAfter,
  async *text(reader, week) {
    yield* nodeFileText(await readNodeFile(reader, origin, week))
  },
})
