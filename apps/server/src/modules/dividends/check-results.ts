import { resultRegistryAbi } from '@dr/contracts/abi/result-registry'
import { type Hex, keccak256, type PublicClient, stringToBytes } from 'viem'
import { FINE, type HolderWeek } from '../pod-power/index.ts'
import { RESULT_KIND } from './publish-due.ts'
import { readPublishedWeek } from './published-week.ts'
import { readChainFacts } from './read-chain-facts.ts'
import { recomputeWeeks } from './recompute-weeks.rules.ts'
import { type ResultOrigin, resultText } from './result-file.rules.ts'

/** What became of one week's check: the three hashes should be one. */
export interface CheckedWeek {
  readonly week: bigint
  /** Of the file as it was given. */
  readonly published: Hex
  /** Of what the chain's events come to. */
  readonly recomputed: Hex
  /** In the registry; null: none is posted. */
  readonly posted: Hex | null
  /** What was taken from the file, as no chain knows it: events counted late, holders that asked to pledge or unpledge. */
  readonly late: number
  readonly requests: number
  /** The first line in which the file differs from what was computed; null: none does. */
  readonly difference: {
    readonly line: number
    readonly published: string
    readonly recomputed: string
  } | null
}

export const isRight = ({ published, recomputed, posted }: CheckedWeek): boolean =>
  published === recomputed && posted === published

const wholeText = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const hasAsked = ({ bought, joining, leaving }: HolderWeek): boolean =>
  leaving > 0n || joining !== bought * FINE

const NOT_POSTED = `0x${'0'.repeat(64)}`

const firstDifference = (published: string, recomputed: string): CheckedWeek['difference'] => {
  const [a, b] = [published.split('\n'), recomputed.split('\n')]
  for (let line = 0; line < Math.max(a.length, b.length); line += 1) {
    if (a[line] !== b[line]) return { line: line + 1, published: a[line] ?? '', recomputed: b[line] ?? '' }
  }
  return null
}

/**
 * Computes every week from the first to the last of `files` again, from the chain alone, and compares bytes and hashes. `readFile`:
 * the published text of a week. Throws when a node or a file cannot be read, or a file claims what cannot be.
 */
export const checkResults = async (
  client: PublicClient,
  input: {
    readonly origin: ResultOrigin
    readonly startBlock: bigint
    readonly lastWeek: bigint
    readonly readFile: (week: bigint) => Promise<string>
  },
): Promise<CheckedWeek[]> => {
  const { origin, startBlock, lastWeek, readFile } = input
  const facts = await readChainFacts(client, { origin, startBlock })
  const texts: string[] = []
  for (let week = facts.firstWeek; week <= lastWeek; week += 1n) texts.push(await readFile(week))
  const files = texts.map(readPublishedWeek)
  const checked: CheckedWeek[] = []
  for (const { head, holders } of recomputeWeeks(facts, files)) {
    const published = texts[checked.length] ?? ''
    const recomputed = await wholeText(resultText(head, holders))
    const posted = await client.readContract({
      address: origin.contracts.resultRegistry,
      abi: resultRegistryAbi,
      functionName: 'resultOf',
      args: [RESULT_KIND, head.week],
    })
    checked.push({
      week: head.week,
      late: head.late.length,
      requests: holders.filter(hasAsked).length,
      published: keccak256(stringToBytes(published)),
      recomputed: keccak256(stringToBytes(recomputed)),
      posted: posted === NOT_POSTED ? null : posted,
      difference: firstDifference(published, recomputed),
    })
  }
  return checked
}
