import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Hex, PublicClient } from 'viem'
import type { LowerHex } from '../hex.ts'
import { chainUnavailable } from './chain-unavailable.ts'

/** A vault's own numbers of an account in a token, at one block. Base units. */
export interface VaultAccount {
  /** Total that left the account: vouchers paid, claims, and transfers, burned parts included. */
  readonly paid: bigint
  /** Deposits that did not come back yet: they leave without burn (ADR 0073). */
  readonly unreturned: bigint
}

/** Throws NO_PRICE without a chain. */
export const readVaultAccount = async (
  client: PublicClient,
  input: {
    readonly vault: Hex
    readonly token: LowerHex
    readonly account: LowerHex
    readonly blockNumber: bigint
  },
): Promise<VaultAccount> => {
  const { vault, token, account, blockNumber } = input
  const ask = (functionName: 'paid' | 'unreturned') =>
    client.readContract({
      address: vault,
      abi: withdrawalVaultAbi,
      functionName,
      args: [account, token],
      blockNumber,
    })
  const [paid, unreturned] = await Promise.all([ask('paid'), ask('unreturned')]).catch(chainUnavailable)
  return { paid, unreturned }
}
