import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import { type PayoutTokenContracts, requirePayoutToken } from '../../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { posting, postJournal } from '../../ledger/index.ts'
import { type Recapitalised, vaultAt } from '../flows/expect-inflows.ts'

/**
 * Records money that covers existing debts of a vault (ADR 0046): booked to a separate account, which is owed
 * to no user, and added to the public record.
 */
export const recordRecapitalisation = async (
  tx: Tx,
  contracts: PayoutTokenContracts,
  event: ChainEvent<Recapitalised>,
): Promise<void> => {
  const { amount, token: address } = event.args
  const { key, at, txHash, logIndex, blockTimestamp } = event
  const token = requirePayoutToken(contracts, address)
  const vault = vaultAt(event.args.vault)
  const source = event.args.source
  await postJournal(tx, {
    key,
    reason: 'solvency.recapitalised',
    at,
    source: { kind: 'recapitalised', txHash, logIndex, source },
    postings: [posting({ vault, token, from: { kind: 'chain' }, to: { kind: 'recapitalised' }, amount })],
  })
  await tx.query({
    name: 'recapitalisation_insert',
    text: `INSERT INTO recapitalisation (key, vault, token, amount, source, at, tx_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [key, vault, token, amount, source, blockTimestamp, txHash],
  })
}
