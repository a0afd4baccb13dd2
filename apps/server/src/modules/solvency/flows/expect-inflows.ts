import type { VaultIndex } from '@dr/protocol/token-table'
import type { VaultToken } from '@dr/protocol/tokens'
import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import { type PayoutTokenContracts, payoutTokenAt } from '../../../platform/chain/contract-addresses.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import { FatalError } from '../../../platform/errors.ts'
import type { LowerHex } from '../../../platform/hex.ts'

type Token = VaultToken['token']

/** Fields of `DigitalRights.Deposited` about the destination of the money: all of it to the node vault. */
export interface Deposited {
  readonly token: LowerHex
  readonly amount: bigint
}

/** Fields of `Funding.Funded`: a part to the deflation vault, a part to the node vault. */
export interface Funded {
  readonly token: LowerHex
  readonly toDeflation: bigint
  readonly toNode: bigint
}

/** Fields of `Funding.Recapitalised`: all of it to one vault. */
export interface Recapitalised {
  readonly vault: bigint
  readonly source: LowerHex
  readonly token: LowerHex
  readonly amount: bigint
}

interface Inflow {
  readonly key: string
  readonly txHash: LowerHex
  readonly vault: VaultIndex
  readonly token: Token
  readonly amount: bigint
}

/** The event names a vault other than the contract's three. */
class VaultUnknownError extends FatalError {}

export const vaultAt = (index: bigint): VaultIndex => {
  if (index === 0n || index === 1n || index === 2n) return Number(index) as VaultIndex
  throw new VaultUnknownError(`there is no vault ${index}`)
}

const inflow = (
  event: ChainEvent<{ readonly token: LowerHex }>,
  contracts: PayoutTokenContracts,
  { vault, amount }: { vault: VaultIndex; amount: bigint },
): Inflow[] => {
  const token = payoutTokenAt(contracts, event.args.token)
  if (token === undefined || amount === 0n) return []
  return [{ key: `${event.key}:${vault}`, txHash: event.txHash, vault, token, amount }]
}

export const depositInflows = (
  contracts: PayoutTokenContracts,
  events: readonly ChainEvent<Deposited>[],
): Inflow[] => events.flatMap((event) => inflow(event, contracts, { vault: 2, amount: event.args.amount }))

export const fundingInflows = (
  contracts: PayoutTokenContracts,
  events: readonly ChainEvent<Funded>[],
): Inflow[] =>
  events.flatMap((event) => [
    ...inflow(event, contracts, { vault: 1, amount: event.args.toDeflation }),
    ...inflow(event, contracts, { vault: 2, amount: event.args.toNode }),
  ])

export const recapitalisationInflows = (
  contracts: PayoutTokenContracts,
  events: readonly ChainEvent<Recapitalised>[],
): Inflow[] =>
  events.flatMap((event) => {
    const { vault, amount } = event.args
    return inflow(event, contracts, { vault: vaultAt(vault), amount })
  })

/** Records expected Transfers: the contracts emit these events before them, in the same transaction. */
export const expectInflows = async (tx: Tx, inflows: readonly Inflow[]): Promise<void> => {
  await tx.query({
    name: 'expected_inflow_insert',
    text: `INSERT INTO expected_inflow (key, tx_hash, vault, token, amount)
      SELECT * FROM unnest($1::text[], $2::text[], $3::smallint[], $4::text[], $5::numeric[])`,
    values: [
      inflows.map(({ key }) => key),
      inflows.map(({ txHash }) => txHash),
      inflows.map(({ vault }) => vault),
      inflows.map(({ token }) => token),
      inflows.map(({ amount }) => amount),
    ],
  })
}

export interface ExpectedInflow {
  key: string
  tx_hash: LowerHex
  vault: VaultIndex
  amount: bigint
}

/** Amount of `token` that is expected in these transactions. */
export const expectedOf = async (
  reader: Reader,
  { token, txHashes }: { readonly token: Token; readonly txHashes: readonly LowerHex[] },
): Promise<ExpectedInflow[]> => {
  const { rows } = await reader.query<ExpectedInflow>({
    name: 'expected_inflow_of',
    text: `SELECT key, tx_hash, vault, amount FROM expected_inflow
      WHERE tx_hash = ANY($1::text[]) AND token = $2 ORDER BY key`,
    values: [txHashes, token],
  })
  return rows
}

export const removeExpected = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  await tx.query({
    name: 'expected_inflow_remove',
    text: 'DELETE FROM expected_inflow WHERE key = ANY($1::text[])',
    values: [keys],
  })
}

/**
 * Number of expected inflows without a Transfer: an event and its Transfer disagree. More than 0 raises an
 * alarm.
 */
export const countExpected = async (reader: Reader): Promise<number> => {
  const { rows } = await reader.query<{ n: bigint }>({
    name: 'expected_inflow_count',
    text: 'SELECT count(*) AS n FROM expected_inflow',
  })
  return Number(rows[0]?.n ?? 0n)
}
