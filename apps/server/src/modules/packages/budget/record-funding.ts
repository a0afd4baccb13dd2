import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import { type PayoutTokenContracts, requirePayoutToken } from '../../../platform/chain/contract-addresses.ts'
import { FUNDING_KIND } from '../../../platform/chain/funding-kinds.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { postJournal } from '../../ledger/index.ts'
import { move } from '../accounts.ts'
import { readChainPackageId } from '../deposit/deposit.rules.ts'
import { PACKAGE_ID_MAX } from '../terms/read-packages.ts'
import { addToBudget } from './budget.ts'

export interface Funded {
  /** 0: the pools, which the dividends record; 1: a package's budget. */
  readonly kind: number
  readonly source: LowerHex
  readonly token: LowerHex
  readonly packageId: bigint
  readonly toNode: bigint
  readonly memo: string
}

/** The only character that PostgreSQL's `text` cannot store. */
const NUL = '\u0000'

/**
 * Records the funding of a budget (docs/product.md 4). `packageId` encodes the package, as in deposits; the
 * token decides which income the budget pays. The money of an invalid package number stays unattributed.
 */
export const recordFunding = async (
  tx: Tx,
  contracts: PayoutTokenContracts,
  event: ChainEvent<Funded>,
): Promise<void> => {
  const { kind, toNode: amount, source } = event.args
  if (kind !== FUNDING_KIND.budget) return
  const { packageId } = readChainPackageId(event.args.packageId)
  const token = requirePayoutToken(contracts, event.args.token)
  const memo = event.args.memo.replaceAll(NUL, '')
  const { key, at, txHash } = event
  const isPossible = packageId > 0n && packageId <= PACKAGE_ID_MAX
  await postJournal(tx, {
    key,
    reason: isPossible ? 'operator.fund-budget' : 'package.unattributed',
    at,
    source: { kind: 'funded', txHash, source, memo, packageId: packageId.toString() },
    postings: [move(token, { from: 'chain', to: isPossible ? 'package-budget' : 'unattributed', amount })],
  })
  if (!isPossible) return
  await addToBudget(tx, {
    key,
    packageId: Number(packageId),
    token,
    amount,
    source,
    memo,
    txHash,
    at: event.blockTimestamp,
  })
}
