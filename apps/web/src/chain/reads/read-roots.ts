/** Daily roots as the registry has them, read by this device. */
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { VAULT_TOKENS } from '@dr/protocol/tokens'
import { type Address, type Hex, isAddressEqual } from 'viem'
import { getBlockNumber, readContract } from 'viem/actions'
import { type Config, loadConfig } from '../../api/config.ts'
import type { RootsEpoch } from '../../api/queries/roots.ts'
import { loadChainClient } from './public-client.ts'

export interface RootsReading {
  readonly blockNumber: bigint
  /** Whether chain and server agree on each book, and on all that never changes. */
  readonly same: boolean
}

export interface RootKeys {
  /** Posts the roots. */
  readonly attester: Address
  /** Confirms them. */
  readonly witness: Address
  /** Time-lock; whoever may cancel its changes may veto. */
  readonly admin: Address
}

/** A book by the registry. */
export interface ChainRoot {
  readonly hash: Hex
  readonly total: bigint
  readonly posted: boolean
}

/** An epoch by the registry; `roots` in the order of `VAULT_TOKENS`. */
export interface ChainRoots {
  readonly postedAt: bigint
  readonly confirmedAt: bigint
  readonly digest: Hex
  readonly isVoid: boolean
  readonly isFinal: boolean
  readonly roots: readonly ChainRoot[]
}

/**
 * Whether the server's figures are the chain's. The chain may be ahead in what still changes: it may have a
 * confirmation or a veto that the server has not.
 */
export const rootsAgree = (
  epoch: RootsEpoch,
  chain: ChainRoots,
  { withdrawalVaults, DR, USDT }: Pick<Config['contracts'], 'withdrawalVaults' | 'DR' | 'USDT'>,
): boolean => {
  const tokens = { DR, USDT }
  const isSameBook = ({ vault, token }: (typeof VAULT_TOKENS)[number], index: number): boolean => {
    const said = epoch.books.find(
      (book) =>
        isAddressEqual(book.vault as Address, withdrawalVaults[vault] as Address) &&
        isAddressEqual(book.token as Address, tokens[token] as Address),
    )
    const root = chain.roots[index]
    if (said === undefined || root === undefined || said.posted !== root.posted) return false
    // A book that the contract refused has no root.
    return !root.posted || (said.hash === root.hash && BigInt(said.total) === root.total)
  }
  return (
    epoch.books.length === VAULT_TOKENS.length &&
    VAULT_TOKENS.every(isSameBook) &&
    BigInt(epoch.postedAt) === chain.postedAt &&
    epoch.digest === chain.digest &&
    (epoch.confirmedAt === null || BigInt(epoch.confirmedAt) === chain.confirmedAt) &&
    (epoch.state !== 'final' || chain.isFinal) &&
    (epoch.state !== 'void' || chain.isVoid)
  )
}

const openRegistry = async () => {
  const [{ contracts }, client] = await Promise.all([loadConfig(), loadChainClient()])
  return { contracts, client, registry: { address: contracts.RootRegistry as Address, abi: rootRegistryAbi } }
}

/** Compares a root with the chain's; throws when no node answers. */
export const readRoots = async (epoch: RootsEpoch): Promise<RootsReading> => {
  const { contracts, client, registry } = await openRegistry()
  const blockNumber = await getBlockNumber(client, { cacheTime: 0 })
  const number = BigInt(epoch.epoch)
  const at = { ...registry, blockNumber } as const
  const [state, isFinal, ...roots] = await Promise.all([
    readContract(client, { ...at, functionName: 'epochOf', args: [number] }),
    readContract(client, { ...at, functionName: 'isFinal', args: [number] }),
    ...VAULT_TOKENS.map(async ({ vault, token }) => {
      const book = [contracts.withdrawalVaults[vault] as Address, contracts[token] as Address] as const
      const args = [number, ...book] as const
      const [hash, total, posted] = await readContract(client, { ...at, functionName: 'rootOf', args })
      return { hash, total, posted }
    }),
  ])
  return { blockNumber, same: rootsAgree(epoch, { ...state, isFinal, roots }, contracts) }
}

/** Reads who posts, confirms and vetoes; throws when no node answers. */
export const readRootKeys = async (): Promise<RootKeys> => {
  const { client, registry } = await openRegistry()
  const [attester, witness, admin] = await Promise.all([
    readContract(client, { ...registry, functionName: 'attester' }),
    readContract(client, { ...registry, functionName: 'witness' }),
    readContract(client, { ...registry, functionName: 'ADMIN' }),
  ])
  return { attester, witness, admin }
}
