/**
 * What the vaults have paid to accounts whose events are not booked, beyond what they were credited: by the
 * vaults' own numbers, since the ledger's are incomplete for them.
 */
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { BOOKS } from '@dr/protocol/roots/roots-file'
import type { PublicClient } from 'viem'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { maxBigInt } from '../../platform/integers.ts'
import type { FloorReader } from './build-roots.ts'

export interface ChainFloors {
  readonly client: PublicClient
  readonly contracts: Pick<ContractAddresses, 'withdrawalVaults' | 'DR' | 'USDT'>
  /** Addresses in events that are not booked. */
  readonly suspendedAccounts: (reader: Reader) => Promise<readonly LowerHex[]>
}

const floorOf = async (
  { client, contracts }: ChainFloors,
  book: (typeof BOOKS)[number],
  { account, blockNumber }: { readonly account: LowerHex; readonly blockNumber: bigint },
): Promise<bigint> => {
  const ask = (functionName: 'paid' | 'unreturned' | 'credited') =>
    client.readContract({
      address: contracts.withdrawalVaults[book.vault],
      abi: withdrawalVaultAbi,
      functionName,
      args: [account, contracts[book.token]],
      blockNumber,
    })
  const [paid, unreturned, credited] = await Promise.all([ask('paid'), ask('unreturned'), ask('credited')])
  return maxBigInt(paid + unreturned - credited, 0n)
}

export const createFloorReader =
  (deps: ChainFloors): FloorReader =>
  async (reader, blockNumber) => {
    const floors = new Map<LowerHex, readonly bigint[]>()
    for (const account of await deps.suspendedAccounts(reader)) {
      const ofBooks = BOOKS.map((book) => floorOf(deps, book, { account, blockNumber }))
      floors.set(account, await Promise.all(ofBooks))
    }
    return floors
  }
