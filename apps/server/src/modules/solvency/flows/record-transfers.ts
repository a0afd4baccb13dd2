import type { VaultIndex } from '@dr/protocol/token-table'
import type { VaultToken } from '@dr/protocol/tokens'
import type { ChainEvent } from '../../../platform/chain/chain-events.ts'
import type { ContractAddresses } from '../../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { LowerHex } from '../../../platform/hex.ts'
import { type NewJournal, postAllJournals, posting } from '../../ledger/index.ts'
import { expectedOf, removeExpected } from './expect-inflows.ts'

type Token = VaultToken['token']

export interface Transfer {
  readonly from: LowerHex
  readonly to: LowerHex
  readonly value: bigint
}

interface Incoming {
  readonly event: ChainEvent<Transfer>
  readonly vault: VaultIndex
}

/**
 * Incoming Transfers that no other event covers: the emission's releases and the exchange's fees are booked
 * by their own events.
 */
const incomingOf = (contracts: ContractAddresses, events: readonly ChainEvent<Transfer>[]): Incoming[] => {
  const vaults = contracts.withdrawalVaults
  const booked = new Set([...vaults, contracts.Emission, contracts.Exchange])
  return events.flatMap((event) => {
    const { from, to, value } = event.args
    const vault = vaults.indexOf(to)
    return vault < 0 || value === 0n || booked.has(from) ? [] : [{ event, vault: vault as VaultIndex }]
  })
}

const journalOf = (token: Token, { event, vault }: Incoming): NewJournal => ({
  key: event.key,
  reason: 'solvency.unattributed',
  at: event.at,
  source: { kind: 'chain', txHash: event.txHash, logIndex: event.logIndex, from: event.args.from },
  postings: [
    posting({
      vault,
      token,
      from: { kind: 'chain' },
      to: { kind: 'unattributed' },
      amount: event.args.value,
    }),
  ],
})

const matchKey = (txHash: LowerHex, vault: VaultIndex, amount: bigint) => `${txHash} ${vault} ${amount}`

/**
 * Posts tokens sent to a vault without a deposit or a funding, which belong to no user, so that the books
 * equal the chain (docs/product.md 3). The Transfer of a deposit or a funding is matched with the event
 * before it in the same transaction, by vault and amount; equal ones are interchangeable.
 */
export const recordTransfers = async (
  tx: Tx,
  { contracts, token }: { readonly contracts: ContractAddresses; readonly token: Token },
  events: readonly ChainEvent<Transfer>[],
): Promise<void> => {
  const incoming = incomingOf(contracts, events)
  if (incoming.length === 0) return
  const txHashes = [...new Set(incoming.map(({ event }) => event.txHash))]
  const expected = new Map<string, string[]>()
  for (const { key, tx_hash, vault, amount } of await expectedOf(tx, { token, txHashes })) {
    const match = matchKey(tx_hash, vault, amount)
    expected.set(match, [...(expected.get(match) ?? []), key])
  }
  const found: string[] = []
  const strangers = incoming.filter(({ event, vault }) => {
    const key = expected.get(matchKey(event.txHash, vault, event.args.value))?.shift()
    if (key !== undefined) found.push(key)
    return key === undefined
  })
  if (found.length > 0) await removeExpected(tx, found)
  if (strangers.length > 0)
    await postAllJournals(
      tx,
      strangers.map((one) => journalOf(token, one)),
    )
}
