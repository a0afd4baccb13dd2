/** The nodes of the open week, at a time or at its end. */

import { weekEnd } from '@dr/protocol/rules/weeks'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import { keepByBlock } from '../../platform/chain/keep-by-block.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { minBigInt } from '../../platform/integers.ts'
import { type NodeMinimums, type RankedNode, rankNodes } from './node-week.rules.ts'
import { nodesPool } from './nodes-pool.ts'
import { findCandidates, type Measured, readTimelines } from './stakes.ts'

export interface Board {
  readonly week: bigint
  /** End of the period that the figures cover, Unix seconds. */
  readonly until: bigint
  /** By weight, highest first. */
  readonly nodes: readonly RankedNode[]
  /** By account: all users who may be nodes. */
  readonly candidates: ReadonlyMap<string, Measured>
}

/** Reads the changes within the week, and the few users who may be nodes; never all users. */
export const readBoard = async (
  reader: Reader,
  { config, week, until }: { readonly config: NodeMinimums; readonly week: bigint; readonly until: bigint },
): Promise<Board> => {
  const ids = await findCandidates(reader, config)
  const candidates = await readTimelines(reader, { ids, week, until })
  return {
    week,
    until,
    nodes: rankNodes(config, candidates),
    candidates: new Map(candidates.map((one) => [one.account, one])),
  }
}

/** The current board of the open week, cached by block of the chain's clock for all callers. */
export const createBoardReader = (reader: Reader, deps: { firstWeek: bigint; config: NodeMinimums }) => {
  const { firstWeek, config } = deps
  const kept = keepByBlock(async ({ timestamp }: { number: bigint; timestamp: bigint }) => {
    const week = await nodesPool.openWeek(reader, firstWeek)
    return readBoard(reader, { config, week, until: minBigInt(timestamp, weekEnd(week) - 1n) })
  })
  return async (): Promise<Board> => {
    const { blockNumber: number, timestamp } = await chainNow(reader)
    return kept({ number, timestamp })
  }
}

export const isOnBoard = ({ nodes, candidates }: Board, userId: UserId): boolean =>
  nodes.some(({ account }) => candidates.get(account)?.userId === userId)
