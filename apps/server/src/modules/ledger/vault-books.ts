import type { VaultIndex } from '@dr/protocol/token-table'
import { VAULT_TOKENS, type VaultToken } from '@dr/protocol/tokens'
import type { Reader } from '../../platform/database/database.ts'
import { account, SYSTEM_KINDS, type SystemKind } from './account.ts'

/** System accounts that are no pools. */
const NO_POOLS = ['chain', 'unattributed', 'recapitalised', 'claims-open', 'uncovered'] as const

/** A pool: a system account that holds tokens for users who are not determined yet. */
type PoolKind = Exclude<SystemKind, (typeof NO_POOLS)[number]>

/** One vault and token by the books, at their block. Base units, all ≥ 0. */
export interface VaultBooks {
  readonly vault: VaultIndex
  readonly token: VaultToken['token']
  readonly blockNumber: bigint
  /** Unix seconds. */
  readonly blockTime: bigint
  /** The expected balance of the vault on chain: the negated asset account. */
  readonly booked: bigint
  /** Owed to users: available, held and locked, less what they claimed on chain and the ledger books next. */
  readonly owed: bigint
  /** In funded pools, not credited to a user yet. */
  readonly pools: bigint
  /** `pools` by kind, without empty ones. */
  readonly poolsByKind: Readonly<Partial<Record<PoolKind, bigint>>>
  /** Sent to the vault without a known reason; belongs to no user. */
  readonly unattributed: bigint
  /** Funded to cover existing debts (`Funding.recapitalise`); owed to no user. */
  readonly recapitalised: bigint
  /** Claimed on chain above what the claiming accounts' books covered; more than 0 is an alarm. */
  readonly uncovered: bigint
}

interface BalanceRow {
  block_number: bigint
  block_timestamp: bigint
  code: string | null
  balance: bigint
}

const isNoPool = (kind: SystemKind): kind is (typeof NO_POOLS)[number] =>
  NO_POOLS.some((other) => other === kind)

const booksOf = (
  { vault, token }: VaultToken,
  { blockNumber, blockTime }: Pick<VaultBooks, 'blockNumber' | 'blockTime'>,
  balances: ReadonlyMap<string, bigint>,
): VaultBooks => {
  const balance = (kind: SystemKind): bigint => balances.get(account({ vault, token, kind })) ?? 0n
  const booked = -balance('chain')
  const unattributed = balance('unattributed')
  const recapitalised = balance('recapitalised')
  const uncovered = -balance('uncovered')
  const poolsByKind: Partial<Record<PoolKind, bigint>> = {}
  let pools = 0n
  for (const kind of SYSTEM_KINDS) {
    if (isNoPool(kind)) continue
    const amount = balance(kind)
    pools += amount
    if (amount !== 0n) poolsByKind[kind] = amount
  }
  const owed = booked - pools - unattributed - recapitalised + uncovered
  return {
    vault,
    token,
    blockNumber,
    blockTime,
    booked,
    owed,
    pools,
    poolsByKind,
    unattributed,
    recapitalised,
    uncovered,
  }
}

/**
 * The books of every vault and token with their block, in one statement, so that they are consistent; empty
 * before the first block. Reads only the system accounts, whatever the number of users: all balances of a
 * vault and token add up to zero (`auditLedger`), so the debt to users is the booked amount less the pools
 * and the amounts that are owed to no user. A claim lowers it from its event on, not only when it is booked.
 */
export const readVaultBooks = async (reader: Reader): Promise<VaultBooks[]> => {
  const { rows } = await reader.query<BalanceRow>({
    name: 'vault_books',
    text: `SELECT c.block_number, c.block_timestamp, a.code, coalesce(a.balance, 0) AS balance
      FROM chain_clock c LEFT JOIN ledger_account a ON a.user_id IS NULL`,
  })
  const [first] = rows
  if (!first) return []
  const balances = new Map(rows.map(({ code, balance }) => [code ?? '', balance]))
  const block = { blockNumber: first.block_number, blockTime: first.block_timestamp }
  return VAULT_TOKENS.map((of) => booksOf(of, block, balances))
}
