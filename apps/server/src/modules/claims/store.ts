/** Rows of claims and transfers on chain. */
import type { VaultIndex } from '@dr/protocol/token-table'
import type { PayoutToken } from '@dr/protocol/tokens'
import { type ChainEvent, placeOf } from '../../platform/chain/chain-events.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'

export interface NewClaim {
  readonly kind: 'claim' | 'transfer'
  readonly account: LowerHex
  readonly receiver: LowerHex | null
  readonly vault: VaultIndex
  readonly token: PayoutToken
  readonly epoch: bigint
  readonly nonce: bigint
  readonly amount: bigint
  readonly withheld: bigint
}

/** A claim that is not booked to its account yet. */
export interface OpenClaim extends Omit<NewClaim, 'epoch' | 'withheld'> {
  readonly key: string
  readonly at: bigint
  readonly txHash: LowerHex
}

export const insertClaim = async (tx: Tx, claim: NewClaim, event: ChainEvent): Promise<void> => {
  await tx.query({
    name: 'vault_claim_insert',
    text: `INSERT INTO vault_claim (key, place, kind, account, receiver, vault, token, epoch, nonce, amount, withheld,
        at, block_number, tx_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      event.key,
      placeOf(event),
      claim.kind,
      claim.account,
      claim.receiver,
      claim.vault,
      claim.token,
      claim.epoch,
      claim.nonce,
      claim.amount,
      claim.withheld,
      event.blockTimestamp,
      event.blockNumber,
      event.txHash,
    ],
  })
}

/** Accounts with claims that are not booked, those that waited longest since their last try first. */
export const waitingAccounts = async (reader: Reader, limit: number): Promise<LowerHex[]> => {
  const { rows } = await reader.query<{ account: LowerHex }>({
    name: 'vault_claim_waiting',
    text: `SELECT account FROM vault_claim WHERE booked_at IS NULL GROUP BY account
      ORDER BY max(tried_at) NULLS FIRST, min(place) LIMIT $1`,
    values: [limit],
  })
  return rows.map(({ account }) => account)
}

/** The account's first claim that is not booked, locked until the transaction ends. */
export const lockNextClaim = async (tx: Tx, account: LowerHex): Promise<OpenClaim | undefined> => {
  const { rows } = await tx.query<OpenClaim>({
    name: 'vault_claim_next',
    text: `SELECT key, kind, account, receiver, vault, token, nonce, amount, at, tx_hash AS "txHash" FROM vault_claim
      WHERE account = $1 AND booked_at IS NULL ORDER BY place LIMIT 1 FOR UPDATE`,
    values: [account],
  })
  return rows[0]
}

export const markBooked = async (
  tx: Tx,
  { key, at, uncovered }: { readonly key: string; readonly at: Date; readonly uncovered: bigint },
): Promise<void> => {
  await tx.query({
    name: 'vault_claim_booked',
    text: 'UPDATE vault_claim SET booked_at = $2, uncovered = $3 WHERE key = $1',
    values: [key, at, uncovered],
  })
}

/** Moves an account behind the others that wait. */
export const markTried = async (tx: Tx, account: LowerHex): Promise<void> => {
  await tx.query({
    name: 'vault_claim_tried',
    text: 'UPDATE vault_claim SET tried_at = clock_timestamp() WHERE account = $1 AND booked_at IS NULL',
    values: [account],
  })
}

/** Whether every claim and transfer of before `time` (Unix seconds) is booked to its account. */
export const areClaimsBooked = async (reader: Reader, time: bigint): Promise<boolean> => {
  const { rows } = await reader.query<{ open: boolean }>({
    name: 'vault_claim_open_before',
    text: 'SELECT EXISTS (SELECT FROM vault_claim WHERE booked_at IS NULL AND at < $1) AS open',
    values: [time],
  })
  return !rows[0]?.open
}

/** Seconds, by the chain's clock, for which the oldest claim that is not booked has waited; 0 without one. */
export const longestWait = async (reader: Reader): Promise<bigint> => {
  const { rows } = await reader.query<{ seconds: bigint | null }>({
    name: 'vault_claim_longest_wait',
    text: `SELECT c.block_timestamp - min(v.at) AS seconds FROM chain_clock c, vault_claim v WHERE v.booked_at IS NULL
      GROUP BY c.block_timestamp`,
  })
  return rows[0]?.seconds ?? 0n
}

/** Amounts by token that others transferred to an account of a vault after `since` (Unix seconds). */
export const receivedSince = async (
  reader: Reader,
  { account, vault, since }: Pick<NewClaim, 'account' | 'vault'> & { readonly since: bigint },
): Promise<ReadonlyMap<PayoutToken, bigint>> => {
  const { rows } = await reader.query<{ token: PayoutToken; amount: bigint }>({
    name: 'vault_claim_received_since',
    text: `SELECT token, sum(amount) AS amount FROM vault_claim
      WHERE receiver = $1 AND vault = $2 AND at > $3 GROUP BY token`,
    values: [account, vault, since],
  })
  return new Map(rows.map(({ token, amount }) => [token, amount]))
}
