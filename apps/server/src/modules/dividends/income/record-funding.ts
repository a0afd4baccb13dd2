import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import { type PayoutTokenContracts, requirePayoutToken } from '../../../platform/chain/contract-addresses.ts'
import { FUNDING_KIND } from '../../../platform/chain/funding-kinds.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { postJournal } from '../../ledger/index.ts'
import type { NodesModule } from '../../nodes/index.ts'
import { incomePostings } from '../../weeks/index.ts'
import { receiveIncome } from './receive-income.ts'

export interface Funded {
  /** A `FUNDING_KIND`; the packages record a package's budget. */
  readonly kind: number
  readonly source: LowerHex
  readonly token: LowerHex
  readonly toDeflation: bigint
  readonly toNode: bigint
  readonly memo: string
}

/** The only character that PostgreSQL's `text` cannot store. */
const NUL = '\u0000'

/** Books a public funding of the pools, each part for its own vault as the contract divided it. */
export const recordFunding = async (
  tx: Tx,
  {
    contracts,
    firstWeek,
    nodes,
  }: {
    readonly contracts: PayoutTokenContracts
    readonly firstWeek: bigint
    readonly nodes: Pick<NodesModule, 'receiveIncome'>
  },
  event: ChainEvent<Funded>,
): Promise<void> => {
  const { kind, source: from, token: address, toDeflation, toNode } = event.args
  if (kind !== FUNDING_KIND.pools) return
  const memo = event.args.memo.replaceAll(NUL, '')
  const token = requirePayoutToken(contracts, address)
  const { txHash, at } = event
  const journal = {
    reason: 'operator.fund-pool',
    at,
    source: { kind: 'funded', txHash, source: from, memo },
  } as const
  await receiveIncome(tx, firstWeek, {
    ...event,
    journal: { ...journal, key: `${event.key}:deflation` },
    kind: 'operator',
    token,
    amount: toDeflation,
    reference: memo,
  })
  if (toNode === 0n) return
  const postings = incomePostings({ vault: 2, account: 'node-pool' }, { token, amount: toNode })
  const posted = await postJournal(tx, { ...journal, key: `${event.key}:node`, postings })
  const part = { kind: 'operator', token, amount: toNode, reference: memo } as const
  await nodes.receiveIncome(tx, { ...event, ...part, posted })
}
