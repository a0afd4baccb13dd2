import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Hex, PublicClient } from 'viem'
import type { LowerHex } from '../../platform/hex.ts'
import { chainUnavailable } from '../vouchers/index.ts'

/** What the vault itself says of a withdrawal, at one block. */
export interface VaultAnswer {
  /** Share of a withdrawal that is burned, in 1/10,000. */
  readonly burnBps: bigint
  /** Left of the vault's and of the account's daily caps, base units. */
  readonly vaultLeft: bigint
  readonly accountLeft: bigint
  /** The vault's daily cap, used or not. */
  readonly vaultLimit: bigint
  /** Base units of the token that it ever paid to the account, including the burned part. */
  readonly paid: bigint
}

const left = ([used, limit]: readonly [bigint, bigint]): bigint => (used < limit ? limit - used : 0n)

/**
 * Reads from the contract its burn share, what its caps leave, and what it paid, so that no voucher is signed
 * that would revert.
 */
export const askVault = async (
  client: PublicClient,
  input: { vault: Hex; token: LowerHex; account: LowerHex; blockNumber: bigint },
): Promise<VaultAnswer> => {
  const { vault, token, account, blockNumber } = input
  const at = { address: vault, abi: withdrawalVaultAbi, blockNumber } as const
  const [burnBps, vaultDaily, accountDaily, paid] = await Promise.all([
    client.readContract({ ...at, functionName: 'burnBps' }),
    client.readContract({ ...at, functionName: 'vaultDaily', args: [token] }),
    client.readContract({ ...at, functionName: 'accountDaily', args: [account, token] }),
    client.readContract({ ...at, functionName: 'paid', args: [account, token] }),
  ]).catch(chainUnavailable)
  const [, vaultLimit] = vaultDaily
  return { burnBps, vaultLeft: left(vaultDaily), accountLeft: left(accountDaily), vaultLimit, paid }
}
