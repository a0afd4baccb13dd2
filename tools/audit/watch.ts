/** The witness's looks, one after another, and what each found, in words. */
import { setTimeout as delay } from 'node:timers/promises'
import { ON_OPERATORS_WORD } from './operators-word.ts'
import { type Verdict, type Witness, watchOnce } from './witness.ts'

/** Limit of each confirmation, said with it. */
const UNCHECKED = `on the operator’s word: ${ON_OPERATORS_WORD.map((line) => line.trim()).join(' ')}`

export interface Found {
  /** `waits` also where it could not look. */
  readonly kind: Verdict['kind']
  readonly lines: readonly string[]
}

const linesOf = (verdict: Verdict): string[] => {
  const { epoch } = verdict
  if (verdict.kind === 'idle') return []
  if (verdict.kind === 'holds') {
    const done =
      verdict.txHash === null ? 'not confirmed: no key was given' : `confirmed by ${verdict.txHash}`
    return [`epoch ${epoch} holds; ${done}`, UNCHECKED]
  }
  const reasons = verdict.reasons.map((reason) => `  ${reason}`)
  if (verdict.kind === 'waits') return [`epoch ${epoch} is not confirmed:`, ...reasons, UNCHECKED]
  const call = `veto(${epoch}) by guardian or proposer, calldata for the registry: ${verdict.veto}`
  return [`EPOCH ${epoch} IS WRONG, as both endpoints say:`, ...reasons, call, UNCHECKED]
}

/** One look, whatever happens in it. */
export const look = async (witness: Witness): Promise<Found> => {
  try {
    const verdict = await watchOnce(witness)
    return { kind: verdict.kind, lines: linesOf(verdict) }
  } catch (error) {
    return {
      kind: 'waits',
      lines: [`not checked: ${error instanceof Error ? error.message : String(error)}`],
    }
  }
}

/** Milliseconds after which a look that has not ended is trouble: a site or an endpoint may answer byte by byte. */
const LOOK_MAX_MS = 3_600_000

/** Trouble that whoever watches is told; undefined: none. `now` in milliseconds. */
export const createTrouble = (now: () => number) => {
  let [trouble, since]: [string | undefined, number] = ['nothing was checked yet', now()]
  return {
    /** Takes what a look found wrong; undefined: nothing. */
    set: (text: string | undefined): void => {
      ;[trouble, since] = [text, now()]
    },
    read: (): string | undefined => (now() - since > LOOK_MAX_MS ? 'no look has ended for an hour' : trouble),
  }
}

interface Watching {
  readonly everyMs: number
  /** Never: it watches until its process ends. */
  readonly signal?: AbortSignal | undefined
  /** `isNews`: the look before did not say the same. */
  readonly take: (found: Found, isNews: boolean) => void
}

/** Looks at once, and again `everyMs` after each look, until `signal`. */
export const watch = async (witness: Witness, { everyMs, signal, take }: Watching): Promise<void> => {
  let before: string | undefined
  while (!signal?.aborted) {
    const found = await look(witness)
    const text = found.lines.join('\n')
    take(found, text !== before)
    before = text
    await delay(everyMs, undefined, { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error
    })
  }
}
