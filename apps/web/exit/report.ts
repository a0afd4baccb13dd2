/** All that the page shows of an account, read at one block. */
import { drAbi } from '@dr/contracts/abi/dr'
import { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { DAY_SECONDS } from '@dr/protocol/constants'
import { NO_PROOF, type Proof } from '@dr/protocol/roots/proof'
import { VAULT_TOKENS, type VaultToken } from '@dr/protocol/tokens'
import { type Address, isAddressEqual } from 'viem'
import { amountsOf, type ClaimAmounts } from './claim.ts'
import { ExitError } from './exit-error.ts'
import type { LoadedBook } from './loaded-book.ts'
import type { Reader } from './reader.ts'

const FINALITY_SECONDS = 7 * DAY_SECONDS
/** Epochs tried for a newer final one, one call each; a month and more. */
const NEWER_TRIED_MAX = 40
/** Getters of the registry, by index of the vault. */
const VAULT_GETTERS = ['MINER_VAULT', 'DEFLATION_VAULT', 'NODE_VAULT'] as const
const LOCKED = 2n ** 256n - 1n

export interface EpochReport {
  readonly state: 'unposted' | 'void' | 'unconfirmed' | 'young' | 'final'
  readonly epoch: bigint
  /** Unix seconds; 0: not yet. */
  readonly postedAt: number
  readonly confirmedAt: number
  readonly finalAt: number
}

/** A proof as the report needs it: whose and of what it says it is, and its books. */
export interface Loaded {
  readonly head: {
    readonly chainId: number
    readonly registry: Address
    readonly epoch: number
    /** Absent: it speaks of every account. */
    readonly account?: Address
  }
  readonly books: () => readonly LoadedBook[] | Promise<readonly LoadedBook[]>
}

/** `until`: unix seconds; null: locked, and not yet unlocked. */
type Lock = { readonly until: number | null } | null

export interface BookReport {
  readonly vault: Address
  readonly token: Address
  readonly name: VaultToken
  /** `none`: nothing loaded speaks of it. */
  readonly line: 'none' | 'missing' | 'refused' | 'found'
  readonly earned: bigint
  readonly credited: bigint
  readonly free: bigint
  readonly left: bigint
  readonly claimable: bigint
  /** Balance of the vault. */
  readonly held: bigint
  readonly proof: Proof
  /** Null: nothing to claim. */
  readonly claim: ClaimAmounts | null
}

export interface Report {
  readonly account: Address
  readonly registry: Address
  readonly chainId: number
  readonly blockNumber: number
  readonly timestamp: number
  readonly epoch: EpochReport | null
  /** Newer final epoch than the loaded one. */
  readonly newer: bigint | null
  readonly lock: Lock
  readonly books: readonly BookReport[]
  /** Books whose root was compared with the chain's. */
  readonly compared: number
}

interface NamedBook {
  readonly vault: Address
  readonly token: Address
  readonly name: VaultToken
}

const readBooks = async (reader: Reader, registry: Address): Promise<readonly NamedBook[]> => {
  const noRegistry = { key: 'error.noRegistry', values: { registry, chain: String(reader.chainId) } } as const
  if (!(await reader.hasCode(registry))) throw new ExitError(noRegistry)
  const names = [...VAULT_GETTERS, 'DR_TOKEN', 'USDT'] as const
  const addresses = await Promise.all(
    names.map((name) => reader.read(rootRegistryAbi, registry, name, [])),
  ).catch((cause: unknown) => {
    throw new ExitError(noRegistry, cause)
  })
  const of = (name: (typeof names)[number]) => addresses[names.indexOf(name)] as Address
  return VAULT_TOKENS.map((name) => ({
    vault: of(VAULT_GETTERS[name.vault]),
    token: of(name.token === 'DR' ? 'DR_TOKEN' : 'USDT'),
    name,
  }))
}

const readEpoch = async (reader: Reader, registry: Address, epoch: bigint): Promise<EpochReport> => {
  const [found, isFinal] = await Promise.all([
    reader.read(rootRegistryAbi, registry, 'epochOf', [epoch]),
    reader.read(rootRegistryAbi, registry, 'isFinal', [epoch]),
  ])
  const [postedAt, confirmedAt] = [Number(found.postedAt), Number(found.confirmedAt)]
  const state = (): EpochReport['state'] => {
    if (isFinal) return 'final'
    if (postedAt === 0) return 'unposted'
    if (found.isVoid) return 'void'
    return confirmedAt === 0 ? 'unconfirmed' : 'young'
  }
  return { state: state(), epoch, postedAt, confirmedAt, finalAt: confirmedAt + FINALITY_SECONDS }
}

/** Newest final epoch above `epoch`, among the newest `NEWER_TRIED_MAX`. */
const findNewer = async (reader: Reader, registry: Address, epoch: bigint): Promise<bigint | null> => {
  const last = await reader.read(rootRegistryAbi, registry, 'lastEpoch', [])
  for (let tried = last; tried > epoch && tried > last - BigInt(NEWER_TRIED_MAX); tried--) {
    if (await reader.read(rootRegistryAbi, registry, 'isFinal', [tried])) return tried
  }
  return null
}

const readLock = async (reader: Reader, registry: Address, account: Address): Promise<Lock> => {
  const from = await reader.read(rootRegistryAbi, registry, 'claimsFrom', [account])
  if (from === LOCKED) return { until: null }
  return from > BigInt(reader.timestamp) ? { until: Number(from) } : null
}

/** Line of a book, once its root is the one on chain. */
const readLine = async (
  reader: Reader,
  {
    registry,
    book,
    epoch,
    loaded,
  }: {
    registry: Address
    book: NamedBook
    epoch: bigint
    loaded: LoadedBook | undefined
  },
): Promise<{ line: BookReport['line']; proof: Proof; compared: boolean }> => {
  // An exported proof says nothing of a book without a line.
  if (loaded === undefined) return { line: 'none', proof: NO_PROOF, compared: false }
  const args = [epoch, book.vault, book.token] as const
  const [hash, total, posted] = await reader.read(rootRegistryAbi, registry, 'rootOf', args)
  if (!posted) return { line: 'refused', proof: NO_PROOF, compared: false }
  if (hash !== loaded.hash || total !== loaded.total) {
    const values = { book: `${book.name.vault} ${book.name.token}`, epoch: String(epoch) }
    throw new ExitError({ key: 'error.fileDiffers', values })
  }
  const { proof } = loaded
  return { line: proof === null ? 'missing' : 'found', proof: proof ?? NO_PROOF, compared: true }
}

const readBook = async (
  reader: Reader,
  input: {
    readonly registry: Address
    readonly account: Address
    readonly book: NamedBook
    readonly found: Awaited<ReturnType<typeof readLine>>
    readonly counts: boolean
    readonly isLocked: boolean
  },
): Promise<BookReport> => {
  const { account, registry, book, found, counts, isLocked } = input
  const { vault, token, name } = book
  const proof = counts ? found.proof : NO_PROOF
  const of = [account, token] as const
  const [credited, free, left, unreturned, claimable, held] = await Promise.all([
    reader.read(withdrawalVaultAbi, vault, 'credited', of),
    reader.read(withdrawalVaultAbi, vault, 'free', of),
    reader.read(withdrawalVaultAbi, vault, 'paid', of),
    reader.read(withdrawalVaultAbi, vault, 'unreturned', of),
    reader.read(withdrawalVaultAbi, vault, 'claimable', [account, token, proof.earned]),
    reader.read(drAbi, token, 'balanceOf', [vault]),
  ])
  // The contract's own check of the path, beside the comparison of the root; it refuses a locked account.
  if (proof.epoch !== 0n && !isLocked) {
    await reader.read(rootRegistryAbi, registry, 'granted', [vault, account, token, proof])
  }
  const burnOf = (amount: bigint) => reader.read(withdrawalVaultAbi, vault, 'burnAmountOf', [amount])
  const isDr = name.token === 'DR'
  const claim = claimable === 0n ? null : await amountsOf({ claimable, unreturned, held, isDr, burnOf })
  const { line } = found
  const earned = found.proof.earned
  return { vault, token, name, line, earned, credited, free, left, claimable, held, proof, claim }
}

const requireSame = (reader: Reader, registry: Address, account: Address, { head }: Loaded): void => {
  if (head.chainId !== reader.chainId) {
    const values = { file: String(head.chainId), chain: String(reader.chainId) }
    throw new ExitError({ key: 'error.fileChain', values })
  }
  if (!isAddressEqual(head.registry, registry))
    throw new ExitError({ key: 'error.fileRegistry', values: { file: head.registry } })
  if (head.account !== undefined && !isAddressEqual(head.account, account))
    throw new ExitError({ key: 'error.fileAccount', values: { file: head.account } })
}

/** @throws ExitError where what was loaded does not fit the chain, Reverted where the contract refuses it. */
export const readReport = async (
  reader: Reader,
  input: { readonly registry: Address; readonly account: Address; readonly proof: Loaded | null },
): Promise<Report> => {
  const { registry, account, proof } = input
  const books = await readBooks(reader, registry)
  if (proof !== null) requireSame(reader, registry, account, proof)
  const epoch = proof && (await readEpoch(reader, registry, BigInt(proof.head.epoch)))
  const lock = await readLock(reader, registry, account)
  const isPosted = epoch !== null && epoch.state !== 'unposted'
  const loaded = proof !== null && isPosted ? await proof.books() : []
  const isLocked = lock !== null
  const counts = epoch?.state === 'final'
  const compare = { registry, epoch: epoch?.epoch ?? 0n }
  const found = await Promise.all(
    books.map(async (book) => {
      const same = loaded.find(
        ({ vault, token }) => isAddressEqual(vault, book.vault) && isAddressEqual(token, book.token),
      )
      const line = await readLine(reader, { ...compare, book, loaded: same })
      return {
        line,
        report: await readBook(reader, { registry, account, book, found: line, counts, isLocked }),
      }
    }),
  )
  const newer = await findNewer(reader, registry, epoch?.epoch ?? 0n)
  const { chainId, blockNumber, timestamp } = reader
  return {
    account,
    registry,
    chainId,
    blockNumber,
    timestamp,
    epoch,
    newer,
    lock,
    books: found.map(({ report }) => report),
    compared: found.filter(({ line }) => line.compared).length,
  }
}
