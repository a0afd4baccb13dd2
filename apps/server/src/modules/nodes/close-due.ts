/** Closes the weeks of the node pool: late or on time, asked once or by many at once, always the same, and once. */

import { base } from '@dr/protocol/amounts'
import { weekEnd, weeksDue } from '@dr/protocol/weeks'
import type { Logger } from 'pino'
import { dateOfUnix, readChainClock } from '../../platform/chain-clock.ts'
import { type Reader, savepoint, type Tx } from '../../platform/database/database.ts'
import { FatalError, isRetryable } from '../../platform/errors.ts'
import { account, type Posting, postJournal } from '../ledger/index.ts'
import { addPayouts, PAYOUT_TOKENS, type Payout } from '../weeks/index.ts'
import { type Board, readBoard } from './board.ts'
import { formatNodeRules } from './node-config.rules.ts'
import { readNodeIncome } from './node-income.ts'
import { type NodeConfig, type NodePoolIncome, shareNodePool } from './node-week.rules.ts'
import { closeStakes, openStakes } from './stakes.ts'
import {
  insertNodeWeek,
  insertShares,
  lockNodeWeeks,
  type NodeShare,
  openWeek,
  readNodeCarry,
} from './weeks.ts'

export interface NodeCloseDeps {
  /** The product's first week: of the emission's start. */
  readonly firstWeek: bigint
  readonly config: NodeConfig
}

const postingsOf = ({ userId, amount }: NodeShare): Posting[] =>
  PAYOUT_TOKENS.filter((token) => amount[token] > 0n).map(
    (token) =>
      ({
        from: account({ vault: 2, token, kind: 'node-pool' }),
        to: account({ vault: 2, token, kind: 'user-available', userId }),
        amount: base(token, amount[token]),
      }) as Posting,
  )

/** One journal, at the week's end whenever it is posted; none where nothing is paid. */
const postShares = async (
  tx: Tx,
  input: {
    readonly week: bigint
    readonly shares: readonly NodeShare[]
    readonly income: NodePoolIncome
    readonly carriedIn: Payout
  },
): Promise<void> => {
  const { week, shares, income, carriedIn } = input
  const postings = shares.flatMap(postingsOf)
  if (postings.length === 0) return
  const spell = ({ USDT, DR }: Payout) => [USDT.toString(), DR.toString()]
  await postJournal(tx, {
    ...{ key: `week:${week}:node`, reason: 'node.week', at: dateOfUnix(weekEnd(week)), postings },
    source: {
      ...{ kind: 'node-week', week: Number(week), swapFees: spell(income['swap-fees']) },
      ...{ operator: spell(income.operator), carried: spell(carriedIn) },
    },
  })
}

const sharesOf = (nodes: ReturnType<typeof shareNodePool>['nodes'], { candidates }: Board): NodeShare[] =>
  nodes.map((node) => {
    const userId = candidates.get(node.account)?.userId
    if (userId === undefined) throw new FatalError(`${node.account} is a node and no user`)
    return { ...node, userId }
  })

/** Reads and writes what was staked within the week and the nodes, never all users. */
const closeOne = async (
  tx: Tx,
  { config }: NodeCloseDeps,
  { week, closedAt }: { readonly week: bigint; readonly closedAt: bigint },
): Promise<void> => {
  const carriedIn = await readNodeCarry(tx)
  const income = await readNodeIncome(tx, week)
  await openStakes(tx, week)
  const board = await readBoard(tx, { config, week, until: weekEnd(week) - 1n })
  await closeStakes(tx, week)
  const available = addPayouts(carriedIn, income['swap-fees'], income.operator)
  const { nodes, paid, carried, weight } = shareNodePool(available, board.nodes)
  const shares = sharesOf(nodes, board)
  await postShares(tx, { week, shares, income, carriedIn })
  const totals = { carriedIn, paid, carried, weight, nodes: nodes.length }
  await insertNodeWeek(tx, { week, income, ...totals, rules: formatNodeRules(config), closedAt })
  await insertShares(tx, week, shares)
}

const countDue = async (reader: Reader, { firstWeek }: NodeCloseDeps, now: bigint): Promise<number> =>
  weeksDue({ next: await openWeek(reader, firstWeek), now }).length

/**
 * Closes the weeks that are over by the product's clock, oldest first and at most `limit` of them; answers how many. Of two
 * that close at once the second waits, and finds nothing left to do.
 */
export const closeNodeWeeks = async (
  tx: Tx,
  deps: NodeCloseDeps,
  limit = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const clock = await readChainClock(tx)
  if (!clock || (await countDue(tx, deps, clock.timestamp)) === 0) return 0
  await lockNodeWeeks(tx)
  const count = Math.min(limit, await countDue(tx, deps, clock.timestamp))
  for (let closed = 0; closed < count; closed += 1) {
    const week = await openWeek(tx, deps.firstWeek)
    await closeOne(tx, deps, { week, closedAt: clock.timestamp })
  }
  return count
}

/**
 * The same for the indexer, in the transaction that moved the clock: a week that cannot be closed stays open with all that is
 * in it, is logged, and stops nothing else: the tick tries again, and fails loudly.
 */
export const closeNodesWithTheClock = async (
  tx: Tx,
  deps: NodeCloseDeps,
  { now, logger }: { readonly now: bigint; readonly logger: Pick<Logger, 'error'> },
): Promise<void> => {
  if ((await countDue(tx, deps, now)) === 0) return
  try {
    while ((await savepoint(tx, () => closeNodeWeeks(tx, deps, 1))) > 0);
  } catch (error) {
    if (isRetryable(error)) throw error
    logger.error({ err: error }, 'a week of the node pool could not be closed')
  }
}

/** Brings the open week's beginning up to what is known by now, so that the ranking shows it. Closes nothing. */
export const bringUpStakes = async (tx: Tx, deps: NodeCloseDeps): Promise<void> => {
  const clock = await readChainClock(tx)
  if (!clock || (await countDue(tx, deps, clock.timestamp)) > 0) return
  await lockNodeWeeks(tx)
  await openStakes(tx, await openWeek(tx, deps.firstWeek))
}
