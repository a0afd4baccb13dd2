/** The contracts' own numbers, against what their events add up to. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { emissionAbi } from '@dr/contracts/abi/emission'
import type { rootRegistryAbi } from '@dr/contracts/abi/root-registry'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { FinishedBook } from '@dr/protocol/roots/book-trees'
import type { Address, ContractFunctionParameters, PublicClient } from 'viem'
import { countsFinding, type Finding } from './checks.ts'
import type { CountedEvents } from './count-events.ts'
import type { MiningContracts } from './mining-events.ts'
import type { RootsContent } from './roots-source.ts'
import { type BookCounts, bookKey, NO_COUNTS } from './vault-counts.ts'

/** Views of a request: a node runs them as creation code, whose size is limited (EIP-3860). */
const BATCH = 128
/** Requests at a time. */
const CONCURRENT = 4

interface Asked {
  readonly what: string
  readonly events: bigint
  readonly view: Required<Pick<ContractFunctionParameters, 'address' | 'abi' | 'functionName'>> & {
    readonly args?: readonly unknown[]
  }
}

const NO_BOOK: BookCounts = {
  accounts: new Map(),
  floors: new Map(),
  totals: { totalDeposited: 0n, totalPaid: 0n, totalTransferred: 0n },
}
const TOTALS = ['totalDeposited', 'totalPaid', 'totalTransferred'] as const
const COUNTS = ['credited', 'paid', 'free'] as const

/** Each number of a vault that the events give for a token; an account with a line and without events has zeros. */
const bookNumbers = function* (
  { vault, token }: FinishedBook,
  { accounts, totals }: BookCounts,
  lines: RootsContent['lines'],
): Generator<Asked> {
  const at = { address: vault, abi: withdrawalVaultAbi } as const
  for (const functionName of TOTALS) {
    const what = `${functionName}(${token}) of ${vault}`
    yield { what, events: totals[functionName], view: { ...at, functionName, args: [token] } }
  }
  for (const some of [accounts, lines])
    for (const account of some.keys()) {
      if (some === lines && accounts.has(account)) continue
      const counts = accounts.get(account) ?? NO_COUNTS
      for (const functionName of COUNTS) {
        const what = `${functionName}(${account}, ${token}) of ${vault}`
        yield { what, events: counts[functionName], view: { ...at, functionName, args: [account, token] } }
      }
    }
}

/**
 * Receipts of the deflation and node vaults beside deposits: the registry's `mostEarned`, which is the balance and
 * all that was paid, less the deposits.
 */
const receivedNumbers = (
  { at }: { readonly at: { readonly address: Address; readonly abi: typeof rootRegistryAbi } },
  content: RootsContent,
  { books, sources }: CountedEvents,
): readonly Asked[] =>
  content.books.slice(1).map(({ vault, token }) => {
    const key = bookKey(vault, token)
    return {
      what: `mostEarned(${vault}, ${token})`,
      events: (sources.received.get(key) ?? 0n) - (books.get(key)?.totals.totalDeposited ?? 0n),
      view: { ...at, functionName: 'mostEarned', args: [vault, token] },
    }
  })

/** Numbers of the contracts that count events of machines and of POD power. */
const rightsNumbers = (
  { rights, emission }: MiningContracts,
  { mining: { purchases, payments, releases }, sources }: CountedEvents,
): readonly Asked[] => {
  const ofRights = { address: rights, abi: digitalRightsAbi } as const
  return [
    {
      what: 'purchaseCount',
      events: BigInt(purchases.size),
      view: { ...ofRights, functionName: 'purchaseCount' },
    },
    {
      what: 'electricityCount',
      events: BigInt(payments.length),
      view: { ...ofRights, functionName: 'electricityCount' },
    },
    {
      what: 'powerPurchaseCount',
      events: sources.powerPurchases,
      view: { ...ofRights, functionName: 'powerPurchaseCount' },
    },
    {
      what: 'usdrShareBps',
      events: sources.usdrShareBps,
      view: { ...ofRights, functionName: 'usdrShareBps' },
    },
    {
      what: 'releaseCount',
      events: BigInt(releases),
      view: { address: emission, abi: emissionAbi, functionName: 'releaseCount' },
    },
  ]
}

/** All that is asked, made as it is needed: it may be millions of views. `contracts`: null without the emission. */
export const allNumbers = function* (
  registry: Parameters<typeof receivedNumbers>[0],
  content: RootsContent,
  { contracts, counted }: { readonly contracts: MiningContracts | null; readonly counted: CountedEvents },
): Generator<Asked> {
  for (const book of content.books)
    yield* bookNumbers(book, counted.books.get(bookKey(book.vault, book.token)) ?? NO_BOOK, content.lines)
  yield* receivedNumbers(registry, content, counted)
  if (contracts) yield* rightsNumbers(contracts, counted)
}

const compareSome = async (
  client: PublicClient,
  asked: readonly Asked[],
  blockNumber: bigint,
): Promise<string[]> => {
  const answers = await client.multicall({
    contracts: asked.map(({ view }) => view as ContractFunctionParameters),
    allowFailure: false,
    deployless: true,
    batchSize: 0, // one request
    blockNumber,
  })
  return asked.flatMap(({ what, events }, at) =>
    events === answers[at] ? [] : [`${what}: events ${events}, contract ${answers[at]}`],
  )
}

/** Asks the contracts at `blockNumber` while `asked` goes on: only what differs is kept. */
export const compareNumbers = async (
  client: PublicClient,
  asked: Iterable<Asked>,
  blockNumber: bigint,
): Promise<Finding> => {
  const faults: string[] = []
  let compared = 0
  let batch: Asked[] = []
  let asking: Promise<string[]>[] = []
  const settle = async (): Promise<void> => {
    for (const found of await Promise.all(asking)) faults.push(...found)
    asking = []
  }
  const send = (): void => {
    if (batch.length > 0) asking.push(compareSome(client, batch, blockNumber))
    compared += batch.length
    batch = []
  }
  for (const one of asked) {
    batch.push(one)
    if (batch.length === BATCH) send()
    if (asking.length === CONCURRENT) await settle()
  }
  send()
  await settle()
  return countsFinding('D and P', { compared, faults })
}
