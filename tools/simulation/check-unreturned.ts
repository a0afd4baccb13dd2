/**
 * Recomputes `unreturned` (ADR 0027) without the server's code, from the node vault's events and the
 * transfers between users, which only the ledger has. The ledger must have the same, for every account and
 * token.
 */
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Reader } from '@dr/server/platform/database/database'
import type { Hex } from 'viem'
import type { Books } from './books.ts'

/** An incoming (positive) or outgoing (negative) amount, base units. */
export interface Movement {
  /** Journal of its booking. */
  readonly journalId: bigint
  readonly amount: bigint
}

/** Adds deposits and subtracts payments and transfers, at least zero. */
export const unreturnedOf = (movements: readonly Movement[]): bigint =>
  movements.reduce((sum, { amount }) => (sum + amount > 0n ? sum + amount : 0n), 0n)

/**
 * Order of movements of an account and token: the chain's order for its events; each transfer comes before
 * the first event that the ledger booked later. A journal gets its id while the account's counters are
 * locked, so ids are in the order of bookings.
 */
export const inOrder = (chain: readonly Movement[], transfers: readonly Movement[]): Movement[] => {
  const waiting = transfers.toSorted((a, b) => (a.journalId < b.journalId ? -1 : 1))
  const ordered = chain.flatMap((movement) => {
    const next = waiting.findIndex(({ journalId }) => journalId > movement.journalId)
    return [...waiting.splice(0, next < 0 ? waiting.length : next), movement]
  })
  return [...ordered, ...waiting]
}

type Movements = Map<string, Movement[]>

const add = (movements: Movements, of: string, movement: Movement): void => {
  movements.set(of, [...(movements.get(of) ?? []), movement])
}

const placeOf = (account: string, token: string): string => `${token} of ${account.toLowerCase()}`

/** Deposits and payments of the node vault up to `blockNumber`, in the chain's order. */
const readVault = async ({ client, contracts }: Books, blockNumber: bigint) => {
  const events = await client.getContractEvents({
    address: contracts.withdrawalVaults[2] as Hex,
    abi: withdrawalVaultAbi,
    fromBlock: 0n,
    toBlock: blockNumber,
    strict: true,
  })
  const nameOf = (token: Hex) => (token.toLowerCase() === contracts.DR.toLowerCase() ? 'DR' : 'USDT')
  return events.flatMap((event) => {
    const txHash = event.transactionHash.toLowerCase()
    if (event.eventName === 'DepositRecorded') {
      const { account, token, amount } = event.args
      return [{ of: placeOf(account, nameOf(token)), amount, txHash }]
    }
    if (event.eventName !== 'WithdrawnDR' && event.eventName !== 'WithdrawnUSDT') return []
    const { account, amount } = event.args
    const token = event.eventName === 'WithdrawnDR' ? 'DR' : 'USDT'
    return [{ of: placeOf(account, token), amount: -amount, txHash }]
  })
}

/** First journal of each transaction in the node vault. */
const readJournals = async (reader: Reader): Promise<Map<string, bigint>> => {
  const { rows } = await reader.query<{ tx: string; id: bigint }>({
    text: `SELECT lower(source->>'txHash') AS tx, min(id) AS id FROM journal
      WHERE vault = 2 AND source ? 'txHash' GROUP BY 1`,
  })
  return new Map(rows.map(({ tx, id }) => [tx, id]))
}

const readTransfers = async (reader: Reader): Promise<Movements> => {
  const { rows } = await reader.query<{ address: string; token: string; amount: bigint; id: bigint }>({
    text: `SELECT u.address, t.token, t.amount, t.journal_id AS id FROM internal_transfer t
      JOIN users u ON u.id = t.from_user WHERE t.vault = 2`,
  })
  const transfers: Movements = new Map()
  for (const { address, token, amount, id } of rows) {
    add(transfers, placeOf(address, token), { journalId: id, amount: -amount })
  }
  return transfers
}

const readLedger = async (reader: Reader): Promise<Map<string, bigint>> => {
  const { rows } = await reader.query<{ address: string; token: string; unreturned: bigint }>({
    text: `SELECT account AS address, token, greatest(free - paid - pending, 0) AS unreturned FROM account_book
      WHERE vault = 2`,
  })
  return new Map(rows.map(({ address, token, unreturned }) => [placeOf(address, token), unreturned]))
}

/**
 * Accounts and tokens whose `unreturned` in the ledger differs from their movements; `reader` at
 * `blockNumber`.
 */
export const checkUnreturned = async (
  books: Books,
  reader: Reader,
  blockNumber: bigint,
): Promise<string[]> => {
  const journals = await readJournals(reader)
  const findings: string[] = []
  const chain: Movements = new Map()
  for (const { of, amount, txHash } of await readVault(books, blockNumber)) {
    const journalId = journals.get(txHash)
    if (journalId === undefined) findings.push(`node vault: ${txHash} is not in the ledger`)
    else add(chain, of, { journalId, amount })
  }
  const transfers = await readTransfers(reader)
  const ledger = await readLedger(reader)
  for (const of of new Set([...chain.keys(), ...transfers.keys(), ...ledger.keys()])) {
    const expected = unreturnedOf(inOrder(chain.get(of) ?? [], transfers.get(of) ?? []))
    const found = ledger.get(of) ?? 0n
    if (expected !== found) findings.push(`unreturned ${of}: ${expected} ≠ ${found}`)
  }
  return findings
}
