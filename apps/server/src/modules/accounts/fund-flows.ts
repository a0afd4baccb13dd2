import type { Token } from '@dr/protocol/amounts'
import type { ResponseOf } from '@dr/protocol/call'
import type { FundFlow, fundFlows as fundFlowsCall } from '@dr/protocol/calls/fund-flows'
import type { VaultIndex } from '@dr/protocol/token-table'
import type { Reader } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { balancesOf, type LedgerLine, ledgerLines } from '../ledger/index.ts'
import { directionOf, kindOf, orderIdOf, reasonFilterOf, sourceOf, txHashOf } from './flow-kinds.ts'

export interface FlowQuery {
  readonly userId: UserId
  readonly vault?: VaultIndex | undefined
  readonly token?: Token | undefined
  readonly kind?: FundFlow['kind'] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

const flowOf = (line: LedgerLine): FundFlow => ({
  id: line.id.toString(),
  journalId: line.journalId.toString(),
  at: line.at.toISOString(),
  account: line.vault,
  token: line.token,
  kind: kindOf(line),
  direction: directionOf(line),
  amount: line.amount.toString(),
  source: sourceOf(line),
  orderId: orderIdOf(line),
  txHash: txHashOf(line),
})

/** Clamped to 1970: nothing happened before, and not every database accepts the year 0. */
const momentOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(Math.max(0, Date.parse(text)))

/** A page may have fewer lines than `limit` without being the last: `nextCursor` decides. */
export const flowPage = async (
  reader: Reader,
  query: FlowQuery,
): Promise<{ items: FundFlow[]; nextCursor: string | null }> => {
  const { userId, vault, token, kind, from, to, cursor, limit } = query
  const page = await ledgerLines(reader, {
    userId,
    cursor,
    limit,
    filter: {
      vault,
      token,
      reason: reasonFilterOf(kind),
      from: momentOf(from),
      to: momentOf(to),
    },
  })
  const flows = page.items.map(flowOf)
  return {
    items: kind === undefined ? flows : flows.filter((flow) => flow.kind === kind),
    nextCursor: page.nextCursor,
  }
}

/**
 * A user's ledger lines with their provenance, newest first; the first page also has the balances of the
 * accounts.
 */
export const fundFlows = async (
  reader: Reader,
  query: FlowQuery,
): Promise<ResponseOf<typeof fundFlowsCall>> => {
  const page = await flowPage(reader, query)
  const balances = query.cursor === undefined ? await balancesOf(reader, query.userId) : []
  return {
    ...page,
    balances: balances.map(({ vault, token, available, held }) => ({
      account: vault,
      token,
      available: available.toString(),
      held: held.toString(),
    })),
  }
}
