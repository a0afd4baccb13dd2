import { drAbi } from '@dr/contracts/abi/dr'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { PublicClient } from 'viem'
import { AppError } from '../../platform/app-error.ts'
import { ChainClockNotStarted } from '../../platform/chain-clock.ts'
import type { Reader } from '../../platform/database/database.ts'
import { type VaultBooks, vaultBooks } from '../ledger/index.ts'

type Hex = `0x${string}`

const unavailable = (cause: unknown): never => {
  throw new AppError('NO_PRICE', { details: { reason: 'chain-unavailable' }, cause })
}

/** What the vault itself says of a withdrawal, at one block. Base units. */
export interface VaultAnswer {
  readonly burnAmount: bigint
  /** Left of the vault's and of the account's daily caps. */
  readonly vaultLeft: bigint
  readonly accountLeft: bigint
}

const left = ([used, limit]: readonly [bigint, bigint]): bigint => (used < limit ? limit - used : 0n)

/** Asks the contract what would be burned and what its caps leave: nothing is signed that must revert. */
export const askVault = async (
  client: PublicClient,
  input: { vault: Hex; token: Hex; account: Hex; amount: bigint; blockNumber: bigint },
): Promise<VaultAnswer> => {
  const { vault, token, account, amount, blockNumber } = input
  const at = { address: vault, abi: withdrawalVaultAbi, blockNumber } as const
  const [burnAmount, vaultDaily, accountDaily] = await Promise.all([
    client.readContract({ ...at, functionName: 'burnAmountOf', args: [amount] }),
    client.readContract({ ...at, functionName: 'vaultDaily', args: [token] }),
    client.readContract({ ...at, functionName: 'accountDaily', args: [account, token] }),
  ]).catch(unavailable)
  return { burnAmount, vaultLeft: left(vaultDaily), accountLeft: left(accountDaily) }
}

/** The books of the miner vault's DR, with what lies there on chain at the same block. Base units. */
export interface VaultReserve extends VaultBooks {
  readonly reserve: bigint
}

/** The ledger's and the chain's side, both at the ledger's own block (PRODUCT.md 1). */
export const readVaultReserve = async (
  deps: { readonly client: PublicClient; readonly vault: Hex; readonly token: Hex },
  reader: Reader,
): Promise<VaultReserve> => {
  const books = await vaultBooks(reader, { vault: 0, token: 'DR' })
  if (!books) throw new ChainClockNotStarted('no finalized block has been processed yet')
  const reserve = await deps.client
    .readContract({
      address: deps.token,
      abi: drAbi,
      functionName: 'balanceOf',
      args: [deps.vault],
      blockNumber: books.blockNumber,
    })
    .catch(unavailable)
  return { ...books, reserve }
}

/** On-chain reserve ≥ what the ledger owes from it, pools included; otherwise the vault issues no vouchers (1017). */
export const isCovered = ({ reserve, owed, pools }: VaultReserve): boolean => reserve >= owed + pools
