/** The rules of a root, each on two things that should agree. Pure. */
import { BOOKS } from '@dr/protocol/roots/roots-file'
import type { RootsContent } from './roots-source.ts'
import { type BookCounts, bookKey, type NO_COUNTS } from './vault-counts.ts'

export interface Finding {
  readonly name: string
  readonly text: string
  /** What differs, or why it could not be checked; none: it holds. */
  readonly faults: readonly string[]
  /** It rests on what the site alone says, and no key signed: the facts. */
  readonly onFacts?: true
}

const bookName = (at: number): string => `book (${BOOKS[at]?.vault}, ${BOOKS[at]?.token})`

/** R1: no line disappears, and no number falls, against the newest earlier file that was confirmed and not vetoed. */
export const checkNothingFell = (now: RootsContent, before: RootsContent): Finding => {
  const faults = [...before.lines].flatMap(([account, earned]) => {
    const line = now.lines.get(account)
    if (line === undefined) return [`${account}: its line has disappeared`]
    return earned.flatMap((amount, at) => {
      const later = line[at] ?? 0n
      return later < amount ? [`${account}, ${bookName(at)}: fell from ${amount} to ${later}`] : []
    })
  })
  const text = `no line of epoch ${before.head.epoch} disappeared or fell: ${before.lines.size} accounts`
  return { name: 'R1', text, faults }
}

/** R2: earned + D ≥ max(P, F) at the snapshot, for every account, also one without a line. */
export const checkCovered = (now: RootsContent, snapshot: ReadonlyMap<string, BookCounts>): Finding => {
  let checked = 0
  const faults = now.books.flatMap(({ vault, token }, at) => {
    const accounts = snapshot.get(bookKey(vault, token))?.accounts ?? new Map<string, typeof NO_COUNTS>()
    checked += accounts.size
    return [...accounts].flatMap(([account, { credited, paid, free }]) => {
      const earned = now.lines.get(account)?.[at] ?? 0n
      const needed = paid > free ? paid : free
      return earned + credited < needed
        ? [`${account}, ${bookName(at)}: earned ${earned} + credited ${credited} < ${needed}`]
        : []
    })
  })
  return { name: 'R2', text: `earned + credited covers what left: ${checked} accounts by book`, faults }
}

/** A root as the registry has it. */
export interface PostedRoot {
  readonly hash: string
  readonly total: bigint
  readonly posted: boolean
}

/** R3: root and total are the file's. A refused book counts as no root. */
export const checkRoots = (now: RootsContent, posted: readonly PostedRoot[]): Finding => {
  const faults = now.books.flatMap(({ hash, total }, at) => {
    const root = posted[at]
    if (!root?.posted) return []
    return root.hash === hash && root.total === total
      ? []
      : [`${bookName(at)}: file ${hash} ${total}, chain ${root.hash} ${root.total}`]
  })
  const refused = posted.flatMap((root, at) => (root.posted ? [] : [bookName(at)]))
  const note = refused.length > 0 ? `; refused by the contract, and no proof: ${refused.join(', ')}` : ''
  return { name: 'R3', text: `hash and total of the file’s trees are the chain’s${note}`, faults }
}

/** Seconds by which a snapshot may be older than its post. */
const SNAPSHOT_AGE_MAX = 3_600n

/** The post as a whole, and that no root says more than its vault can owe. */
export const checkPosted = (post: {
  readonly digest: string
  /** The digest that the file gives. */
  readonly own: string
  /** Seconds between snapshot and post. */
  readonly age: bigint
  readonly totals: readonly bigint[]
  readonly maxima: readonly bigint[]
}): Finding => {
  const { digest, own, age, totals, maxima } = post
  const faults = [
    ...(digest === own ? [] : [`digest: file ${own}, chain ${digest}`]),
    ...(age <= SNAPSHOT_AGE_MAX ? [] : [`the snapshot was ${age} s old`]),
    ...totals.flatMap((total, at) => {
      const maximum = maxima[at] ?? 0n
      return total <= maximum ? [] : [`${bookName(at)}: total ${total} > ${maximum}, all that it can owe`]
    }),
  ]
  return { name: 'post', text: 'digest and age of the post; totals are covered', faults }
}

/** The head against the chain's event and block. */
export const checkHead = (
  { head }: RootsContent,
  chain: {
    readonly chainId: number
    readonly registry: string
    readonly vaults: readonly string[]
    readonly tokens: readonly string[]
    readonly snapshotBlock: bigint
    readonly hash: string
    readonly timestamp: bigint
  },
): Finding => {
  const same: readonly (readonly [string, unknown, unknown])[] = [
    ['chainId', head.chainId, chain.chainId],
    ['registry', head.registry, chain.registry.toLowerCase()],
    ['vaults', head.vaults.join(), chain.vaults.join().toLowerCase()],
    ['tokens', `${head.tokens.DR},${head.tokens.USDT}`, chain.tokens.join().toLowerCase()],
    ['snapshotBlock', BigInt(head.snapshotBlock), chain.snapshotBlock],
    ['snapshotHash', head.snapshotHash, chain.hash],
    ['snapshotTime', BigInt(head.snapshotTime), chain.timestamp],
  ]
  const faults = same.flatMap(([name, file, found]) =>
    file === found ? [] : [`${name}: file ${file}, chain ${found}`],
  )
  return { name: 'head', text: 'chain, contracts and snapshot are the chain’s', faults }
}

/** Numbers from events against the contract's own. `faults`: those that differ. */
export const countsFinding = (
  name: string,
  { compared, faults }: { readonly compared: number; readonly faults: readonly string[] },
): Finding => ({
  name,
  text: `events add up to the contracts’ own numbers: ${compared} compared`,
  faults,
})
