import { drAbi } from '@dr/contracts/abi/dr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { VaultDay } from '@dr/protocol/rules/recent-deposits'
import type { Hex, PublicClient } from 'viem'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import { readVaultAccount, type VaultAccount } from '../../platform/chain/vault-account.ts'
import type { LowerHex } from '../../platform/hex.ts'

/** The vault's own figures for a withdrawal, at one block. */
export interface VaultAnswer extends VaultAccount {
  /** Share of a withdrawal that is burned, in 1/10,000. */
  readonly burnBps: bigint
  /** Remainders of the vault's and of the account's daily caps, base units. */
  readonly vaultLeft: bigint
  readonly accountLeft: bigint
  readonly vaultDay: VaultDay
}

interface VaultQuestion {
  readonly vault: Hex
  readonly token: LowerHex
  readonly blockNumber: bigint
}

const left = ([used, limit]: readonly [bigint, bigint]): bigint => (used < limit ? limit - used : 0n)

/** A vault's daily cap of a token, the remainder of it, and the balance of which it is a share. */
export const readVaultDay = async (
  client: PublicClient,
  { vault, token, blockNumber }: VaultQuestion,
): Promise<VaultDay & { readonly left: bigint }> => {
  const [vaultDaily, balance] = await Promise.all([
    client.readContract({
      address: vault,
      abi: withdrawalVaultAbi,
      functionName: 'vaultDaily',
      args: [token],
      blockNumber,
    }),
    client.readContract({
      address: token,
      abi: drAbi,
      functionName: 'balanceOf',
      args: [vault],
      blockNumber,
    }),
  ]).catch(chainUnavailable)
  const [used, limit] = vaultDaily
  return { limit, total: balance + used, left: left(vaultDaily) }
}

/**
 * Reads the contract's burn share, the remainders of its caps, and its payments, so that no voucher is signed
 * that would revert.
 */
export const askVault = async (
  client: PublicClient,
  input: VaultQuestion & { readonly account: LowerHex },
): Promise<VaultAnswer> => {
  const { vault, token, account, blockNumber } = input
  const at = { address: vault, abi: withdrawalVaultAbi, blockNumber } as const
  const [burnBps, vaultDay, accountDaily, ofAccount] = await Promise.all([
    client.readContract({ ...at, functionName: 'burnBps' }),
    readVaultDay(client, input),
    client.readContract({ ...at, functionName: 'accountDaily', args: [account, token] }),
    readVaultAccount(client, input),
  ]).catch(chainUnavailable)
  return { burnBps, vaultLeft: vaultDay.left, accountLeft: left(accountDaily), vaultDay, ...ofAccount }
}
