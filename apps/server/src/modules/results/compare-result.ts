import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import { type Hex, keccak256, type PublicClient, stringToBytes } from 'viem'
import { type LowerHex, lowerHex } from '../../platform/hex.ts'
import { readPostedHash } from './publish-due.ts'
import { type ResultName, registryKind } from './result-kind.ts'

/** Outcome of one week's check: the three hashes should be equal. */
export interface ComparedResult extends ResultName {
  /** Hash of the published file. */
  readonly published: Hex
  /** Hash of the text recomputed from the chain's events. */
  readonly recomputed: Hex
  /** Hash in the registry; null: none is posted. */
  readonly posted: Hex | null
  /** The attester that posted it; null: none is posted. */
  readonly postedBy: { readonly attester: LowerHex; readonly isReplaced: boolean } | null
  /** The first line in which the file differs from the recomputed text; null if they are equal. */
  readonly difference: {
    readonly line: number
    readonly published: string
    readonly recomputed: string
  } | null
}

export const isRight = ({ published, recomputed, posted }: ComparedResult): boolean =>
  published === recomputed && posted === published

const firstDifference = (published: string, recomputed: string): ComparedResult['difference'] => {
  const [a, b] = [published.split('\n'), recomputed.split('\n')]
  for (let line = 0; line < Math.max(a.length, b.length); line += 1) {
    if (a[line] !== b[line]) return { line: line + 1, published: a[line] ?? '', recomputed: b[line] ?? '' }
  }
  return null
}

/**
 * The attester that posted a week's hash, and whether it has been replaced since (after a theft, for
 * example).
 */
const readPostedBy = async (
  client: PublicClient,
  registry: LowerHex,
  { kind, week }: ResultName,
): Promise<{ readonly attester: LowerHex; readonly isReplaced: boolean }> => {
  const at = { address: registry, abi: resultRegistryAbi } as const
  const [attester, current] = await Promise.all([
    client.readContract({ ...at, functionName: 'attesterOf', args: [registryKind(kind), week] }),
    client.readContract({ ...at, functionName: 'attester' }),
  ])
  return { attester: lowerHex(attester), isReplaced: attester !== current }
}

/** Compares a published text with the recomputed one, and both with the hash on chain. */
export const compareResult = async (
  client: PublicClient,
  registry: LowerHex,
  result: ResultName & { readonly published: string; readonly recomputed: AsyncIterable<string> },
): Promise<ComparedResult> => {
  const { kind, week, published } = result
  const recomputed = await text(result.recomputed)
  const posted = await readPostedHash(client, registry, { kind, week })
  return {
    kind,
    week,
    published: keccak256(stringToBytes(published)),
    recomputed: keccak256(stringToBytes(recomputed)),
    posted,
    postedBy: posted === null ? null : await readPostedBy(client, registry, { kind, week }),
    difference: firstDifference(published, recomputed),
  }
}

type Rules = Readonly<Record<string, string | number>>

/** The rules of a week's close by its file; `ours`: the rules of this copy of the code if they differ. */
export interface CheckedRules {
  readonly said: Rules
  readonly ours: Rules | null
}

export const compareRules = <R extends object>(said: R, ours: R): CheckedRules => ({
  said: { ...said } as Rules,
  ours: isDeepStrictEqual(said, ours) ? null : ({ ...ours } as Rules),
})
