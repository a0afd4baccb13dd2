import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { ZERO_ADDRESS } from '@dr/protocol/constants'
import type { VaultIndex } from '@dr/protocol/token-table'
import { type Address, erc20Abi } from 'viem'
import { getBlock, readContract } from 'viem/actions'
import { loadConfig } from '../../api/config.ts'
import { findRevert } from '../calls/decode-failure.ts'
import { type ChainClient, loadChainClient } from './public-client.ts'

/** Terms of a withdrawal from the vault's contract, all at one block. Base units. */
export interface WithdrawalTerms {
  readonly vault: Address
  readonly blockNumber: bigint
  /** In 1/10,000 of the amount. */
  readonly burnBps: bigint
  /** Reason why the vault accepts no vouchers now; null: it does. */
  readonly closed: 'paused' | 'signer-revoked' | null
  /** Rest of the rolling day's maximum for the token: of the whole vault, and of this account. */
  readonly vaultLeft: bigint
  readonly accountLeft: bigint
  /** The vault's maximum within that day. */
  readonly vaultLimit: bigint
  /** USDT for one DR by the oracle, 18 decimals; null: no price on chain now. */
  readonly drPrice: bigint | null
  /** DR in the wallet, and the vault's allowance. */
  readonly walletDr: bigint
  readonly allowanceDr: bigint
}

export interface WithdrawalQuestion {
  readonly address: Address
  readonly vault: VaultIndex
  readonly token: 'DR' | 'USDT'
}

const left = ([used, limit]: readonly [bigint, bigint]): bigint => (used < limit ? limit - used : 0n)

/** Reads the terms. Throws when no node answers, so that unavailable is not shown as 0. */
export const readWithdrawalTerms = async (question: WithdrawalQuestion): Promise<WithdrawalTerms> => {
  const { address, vault: index, token } = question
  const [config, client] = await Promise.all([loadConfig(), loadChainClient()])
  const vault = config.contracts.withdrawalVaults[index] as Address
  const dr = config.contracts.DR as Address
  const tokenAddress = config.contracts[token] as Address
  const { number: blockNumber } = await getBlock(client)
  const at = { address: vault, abi: withdrawalVaultAbi, blockNumber } as const
  const ofDr = { address: dr, abi: erc20Abi, blockNumber } as const
  const [paused, signer, burnBps, vaultDaily, accountDaily, walletDr, allowanceDr, drPrice] =
    await Promise.all([
      readContract(client, { ...at, functionName: 'paused' }),
      readContract(client, { ...at, functionName: 'signer' }),
      readContract(client, { ...at, functionName: 'burnBps' }),
      readContract(client, { ...at, functionName: 'vaultDaily', args: [tokenAddress] }),
      readContract(client, { ...at, functionName: 'accountDaily', args: [address, tokenAddress] }),
      readContract(client, { ...ofDr, functionName: 'balanceOf', args: [address] }),
      readContract(client, { ...ofDr, functionName: 'allowance', args: [address, vault] }),
      readPrice(client, { vault, dr, blockNumber }),
    ])
  return {
    vault,
    blockNumber,
    burnBps,
    closed: signer === ZERO_ADDRESS ? 'signer-revoked' : paused ? 'paused' : null,
    vaultLeft: left(vaultDaily),
    accountLeft: left(accountDaily),
    vaultLimit: vaultDaily[1],
    drPrice,
    walletDr,
    allowanceDr,
  }
}

/** Price from the vault's own getter; null if the oracle has none. */
const readPrice = async (
  client: ChainClient,
  { vault, dr, blockNumber }: { vault: Address; dr: Address; blockNumber: bigint },
): Promise<bigint | null> => {
  try {
    return await readContract(client, {
      address: vault,
      abi: withdrawalVaultAbi,
      functionName: 'priceOf',
      args: [dr],
      blockNumber,
    })
  } catch (error) {
    if (findRevert(error) === null) throw error
    return null
  }
}
