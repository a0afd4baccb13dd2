import { drAbi } from '@dr/contracts/abi/dr'
import { VAULT_TOKENS } from '@dr/protocol/tokens'
import type { PublicClient } from 'viem'
import { ChainClockNotStarted } from '../../platform/chain/chain-clock.ts'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import { keepByBlock } from '../../platform/chain/keep-by-block.ts'
import type { Reader } from '../../platform/database/database.ts'
import { maxBigInt } from '../../platform/integers.ts'
import { readVaultBooks, type VaultBooks } from '../ledger/index.ts'

/** The books of one vault and token, with its balance on chain at the same block. Base units. */
export interface VaultReserve extends VaultBooks {
  readonly reserve: bigint
  /** The part of what is owed, pools included, that the reserve does not cover. */
  readonly shortfall: bigint
}

/**
 * Reads every vault and token, both sides at the ledger's own block (docs/product.md 1). Throws NO_PRICE
 * without a chain.
 */
export type ReadReserves = (reader: Reader) => Promise<VaultReserve[]>

/**
 * Whether the on-chain reserve covers what the ledger owes, pools included; otherwise the vault issues no
 * vouchers (1017).
 */
export const isCovered = ({ shortfall }: Pick<VaultReserve, 'shortfall'>): boolean => shortfall === 0n

/** Cached by block: a vault's balance at a finalized block never changes. */
export const createReserveReader = (deps: {
  readonly client: PublicClient
  readonly contracts: ContractAddresses
}): ReadReserves => {
  const { client, contracts } = deps
  const tokens = { DR: contracts.DR, USDT: contracts.USDT }

  const readAt = keepByBlock(({ number: blockNumber }: { number: bigint }) =>
    Promise.all(
      VAULT_TOKENS.map(({ vault, token }) =>
        client.readContract({
          address: tokens[token],
          abi: drAbi,
          functionName: 'balanceOf',
          args: [contracts.withdrawalVaults[vault]],
          blockNumber,
        }),
      ),
    ).catch(chainUnavailable),
  )

  return async (reader) => {
    const books = await readVaultBooks(reader)
    const blockNumber = books[0]?.blockNumber
    if (blockNumber === undefined) throw new ChainClockNotStarted('no finalized block has been processed yet')
    const reserves = await readAt({ number: blockNumber })
    return books.map((one, index) => {
      const reserve = reserves[index] ?? 0n
      return { ...one, reserve, shortfall: maxBigInt(one.owed + one.pools - reserve, 0n) }
    })
  }
}
