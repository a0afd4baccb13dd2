import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { NO_PROOF, type Proof } from '@dr/protocol/roots/proof'
import type { VaultIndex } from '@dr/protocol/token-table'
import { type PayoutToken, VAULT_TOKENS } from '@dr/protocol/tokens'
import { AppError } from '../../platform/app-error.ts'
import { chainUnavailable } from '../../platform/chain/chain-unavailable.ts'
import { readVaultAccount } from '../../platform/chain/vault-account.ts'
import type { LowerHex } from '../../platform/hex.ts'
import type { UserId } from '../../platform/ids.ts'
import { account as accountCode, balanceOf, requireBooked } from '../ledger/index.ts'
import type { TransferDeps } from './deps.ts'

/** A user's balance of a token in one vault. */
export interface TransferBook {
  readonly userId: UserId
  readonly address: LowerHex
  readonly vault: VaultIndex
  readonly token: PayoutToken
}

/** Base units, at the newest block. */
export interface TransferLimit {
  readonly available: bigint
  /** Claimable without a proof: what was deposited and received. */
  readonly unproven: bigint
  /** Claimable by `proof`. */
  readonly claimable: bigint
  readonly proof: Proof
}

const readClaimable = async (
  { client, contracts, prices, database, finalProofOf }: TransferDeps,
  { address, vault, token }: TransferBook,
): Promise<Omit<TransferLimit, 'available'>> => {
  const { number: blockNumber, timestamp } = await prices.newestBlock()
  const proof = (await finalProofOf({ account: address, vault, token })) ?? NO_PROOF
  const contract = contracts.withdrawalVaults[vault]
  const place = { vault: contract, token: contracts[token], account: address, blockNumber }
  const claimableBy = (earned: bigint) =>
    client.readContract({
      address: contract,
      abi: withdrawalVaultAbi,
      functionName: 'claimable',
      args: [address, contracts[token], earned],
      blockNumber,
    })
  const claimsFrom = client.readContract({
    address: contracts.RootRegistry,
    abi: rootRegistryAbi,
    functionName: 'claimsFrom',
    args: [address],
    blockNumber,
  })
  const [{ paid }, unproven, claimable, openFrom] = await Promise.all([
    readVaultAccount(client, place),
    claimableBy(0n),
    claimableBy(proof.earned),
    claimsFrom,
  ]).catch(chainUnavailable)
  if (openFrom > timestamp) throw new AppError('FORBIDDEN', { details: { reason: 'claims-locked' } })
  await requireBooked(database.read, { account: address, vault, token }, paid)
  return { unproven, claimable, proof }
}

/**
 * Part of a user's balance that their own call can give away now. Throws BAD_PARAMETER for a token that the
 * vault does not pay, FORBIDDEN while the account has locked its claims, NO_PRICE (30002) without a chain and while
 * the ledger has not booked all that the vault paid the account.
 */
export const readTransferLimit = async (deps: TransferDeps, book: TransferBook): Promise<TransferLimit> => {
  const { userId, vault, token } = book
  if (!VAULT_TOKENS.some((paid) => paid.vault === vault && paid.token === token))
    throw new AppError('BAD_PARAMETER', { details: { path: 'token', reason: 'not-paid-from-this-account' } })
  await deps.settle({ ...book, vault })
  const claimable = await readClaimable(deps, book)
  const code = accountCode({ vault, token, kind: 'user-available', userId })
  return { available: await balanceOf(deps.database.read, code), ...claimable }
}
