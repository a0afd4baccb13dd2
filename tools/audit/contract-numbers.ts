/** The contracts' own numbers, against what their events add up to. */
import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { emissionAbi } from '@dr/contracts/abi/emission'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import type { Address, PublicClient } from 'viem'
import { checkCounts, type Finding } from './checks.ts'
import type { MiningContracts, MiningFacts } from './mining-events.ts'
import type { RootsContent } from './roots-source.ts'
import { type BookCounts, type BookTotals, bookKey, type Counts, NO_COUNTS } from './vault-counts.ts'

/** Views asked at a time. */
const CONCURRENT = 10

interface Asked {
  readonly what: string
  readonly events: bigint
  readonly ask: () => Promise<bigint>
}

/** Each number of the vaults that the events give, at `blockNumber`. */
export const vaultNumbers = (
  client: PublicClient,
  content: RootsContent,
  newest: ReadonlyMap<string, BookCounts>,
  blockNumber: bigint,
): readonly Asked[] =>
  content.books.flatMap(({ vault, token }) => {
    const at = { address: vault, abi: withdrawalVaultAbi, blockNumber } as const
    const zero: BookTotals = { totalDeposited: 0n, totalPaid: 0n, totalTransferred: 0n }
    const { accounts, totals } = newest.get(bookKey(vault, token)) ?? { accounts: new Map(), totals: zero }
    // An account with a line and without events has zeros.
    const asked = new Set([...accounts.keys(), ...content.lines.keys()])
    const counted: readonly Asked[] = [...asked].flatMap((account) =>
      (['credited', 'paid', 'free'] as const).map((name) => ({
        what: `${name}(${account}, ${token}) of ${vault}`,
        events: ((accounts.get(account) ?? NO_COUNTS) as Counts)[name],
        ask: () => client.readContract({ ...at, functionName: name, args: [account as Address, token] }),
      })),
    )
    const summed: readonly Asked[] = (['totalDeposited', 'totalPaid', 'totalTransferred'] as const).map(
      (name) => ({
        what: `${name}(${token}) of ${vault}`,
        events: totals[name],
        ask: () => client.readContract({ ...at, functionName: name, args: [token] }),
      }),
    )
    return [...summed, ...counted]
  })

/** Numbers of the contracts that count machines' events. */
export const miningNumbers = (
  client: PublicClient,
  { rights, emission }: MiningContracts,
  { purchases, payments, releases }: MiningFacts,
  blockNumber: bigint,
): readonly Asked[] => {
  const ofRights = { address: rights, abi: digitalRightsAbi, blockNumber } as const
  return [
    {
      what: 'purchaseCount',
      events: BigInt(purchases.size),
      ask: () => client.readContract({ ...ofRights, functionName: 'purchaseCount' }),
    },
    {
      what: 'electricityCount',
      events: BigInt(payments.length),
      ask: () => client.readContract({ ...ofRights, functionName: 'electricityCount' }),
    },
    {
      what: 'releaseCount',
      events: BigInt(releases),
      ask: () =>
        client.readContract({
          address: emission,
          abi: emissionAbi,
          functionName: 'releaseCount',
          blockNumber,
        }),
    },
  ]
}

export const compareNumbers = async (asked: readonly Asked[]): Promise<Finding> => {
  const pairs: { what: string; events: bigint; contract: bigint }[] = []
  for (let from = 0; from < asked.length; from += CONCURRENT) {
    const some = asked.slice(from, from + CONCURRENT)
    pairs.push(
      ...(await Promise.all(
        some.map(async ({ what, events, ask }) => ({ what, events, contract: await ask() })),
      )),
    )
  }
  return checkCounts('D and P', pairs)
}
