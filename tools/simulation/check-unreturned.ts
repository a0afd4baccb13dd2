/**
 * Recomputes `unreturned` (ADR 0027) without the server's code, from the node vault's events. The ledger must
 * have the same, for every account and token.
 */
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Reader } from '@dr/server/platform/database/database'
import type { Hex } from 'viem'
import type { Books } from './books.ts'

/** Adds deposits (positive) and subtracts what left (negative), at least zero. In the chain's order. */
export const unreturnedOf = (movements: readonly bigint[]): bigint =>
  movements.reduce((sum, amount) => (sum + amount > 0n ? sum + amount : 0n), 0n)

type Movements = Map<string, bigint[]>

const placeOf = (account: string, token: string): string => `${token} of ${account.toLowerCase()}`

/** Amounts in and out up to `blockNumber`. What a transfer brings in is no deposit: it is left out. */
const readVault = async ({ client, contracts }: Books, blockNumber: bigint): Promise<Movements> => {
  const events = await client.getContractEvents({
    address: contracts.withdrawalVaults[2] as Hex,
    abi: withdrawalVaultAbi,
    fromBlock: 0n,
    toBlock: blockNumber,
    strict: true,
  })
  const movements: Movements = new Map()
  const add = (account: Hex, token: Hex, amount: bigint): void => {
    const name = token.toLowerCase() === contracts.DR.toLowerCase() ? 'DR' : 'USDT'
    const place = placeOf(account, name)
    movements.set(place, [...(movements.get(place) ?? []), amount])
  }
  for (const { eventName, args } of events) {
    if (eventName === 'DepositRecorded') add(args.account, args.token, args.amount)
    if (eventName === 'WithdrawnDR') add(args.account, contracts.DR, -args.amount)
    if (eventName === 'WithdrawnUSDT') add(args.account, contracts.USDT, -args.amount)
    if (eventName === 'Claimed') add(args.account, args.token, -args.amount)
    if (eventName === 'TransferredWithin') add(args.from, args.token, -args.amount)
  }
  return movements
}

const readLedger = async (reader: Reader): Promise<Map<string, bigint>> => {
  const { rows } = await reader.query<{ address: string; token: string; unreturned: bigint }>({
    text: `SELECT account AS address, token, greatest(free - paid - pending, 0) AS unreturned FROM account_book
      WHERE vault = 2`,
  })
  return new Map(rows.map(({ address, token, unreturned }) => [placeOf(address, token), unreturned]))
}

/** Accounts and tokens whose `unreturned` in the ledger differs from their events; `reader` at `blockNumber`. */
export const checkUnreturned = async (
  books: Books,
  reader: Reader,
  blockNumber: bigint,
): Promise<string[]> => {
  const chain = await readVault(books, blockNumber)
  const ledger = await readLedger(reader)
  return [...new Set([...chain.keys(), ...ledger.keys()])].flatMap((place) => {
    const expected = unreturnedOf(chain.get(place) ?? [])
    const found = ledger.get(place) ?? 0n
    return expected === found ? [] : [`unreturned ${place}: ${expected} ≠ ${found}`]
  })
}
