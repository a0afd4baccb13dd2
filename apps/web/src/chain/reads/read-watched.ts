import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { VaultIndex } from '@dr/protocol/token-table'
import { PAYOUT_TOKENS, type PayoutToken } from '@dr/protocol/tokens'
import { type Address, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { loadChainClient } from './public-client.ts'
import { readBalances, type WalletBalances } from './read-balances.ts'

/** Totals of one vault for an account, base units. */
export interface VaultRecord {
  readonly vault: VaultIndex
  readonly token: PayoutToken
  readonly paid: bigint
  readonly deposited: bigint
}

export interface WatchedRecord {
  readonly balances: WalletBalances
  readonly vaults: readonly VaultRecord[]
  /** Inviter in its POD purchases; null: no purchase. */
  readonly inviter: Address | null
}

/** Reads the contracts' views about an address, at one block; throws when no node answers. */
export const readWatched = async (address: Address): Promise<WatchedRecord> => {
  const [{ contracts }, client, balances] = await Promise.all([
    loadConfig(),
    loadChainClient(),
    readBalances(address),
  ])
  const { blockNumber } = balances
  const vaults = contracts.withdrawalVaults.flatMap((contract, index) =>
    PAYOUT_TOKENS.map(async (token): Promise<VaultRecord> => {
      const read = (functionName: 'paid' | 'credited') =>
        readContract(client, {
          address: contract as Address,
          abi: withdrawalVaultAbi,
          functionName,
          args: [address, contracts[token] as Address],
          blockNumber,
        })
      const [paid, deposited] = await Promise.all([read('paid'), read('credited')])
      return { vault: index as VaultIndex, token, paid, deposited }
    }),
  )
  const [referrer] = await readContract(client, {
    address: contracts.DigitalRights as Address,
    abi: digitalRightsAbi,
    functionName: 'referrerOf',
    args: [address],
    blockNumber,
  })
  return { balances, vaults: await Promise.all(vaults), inviter: referrer === zeroAddress ? null : referrer }
}
