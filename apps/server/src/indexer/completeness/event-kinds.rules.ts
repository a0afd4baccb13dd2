/** The requested events, and the verdict of a block's `logsBloom` on each. */
import type { Hex } from 'viem'
import type { LowerHex } from '../../platform/hex.ts'
import type { LogFilter } from '../chain-reader.ts'
import type { RawLog } from '../raw-log.ts'
import { type Bloom, coincidenceOf, mayHold } from './bloom.rules.ts'

export interface EventKind {
  readonly address: LowerHex
  readonly topic: Hex
  /** Requested values of the indexed arguments in order; null: any. */
  readonly wanted: readonly (readonly Hex[] | null)[]
}

type Topics = Pick<RawLog, 'address' | 'topics'>

/** Below this probability an event in a bloom is not a coincidence. */
export const COINCIDENCE_MAX = 2 ** -20

/** One filter for each set of requested arguments; most events have none. */
export const filtersOf = (kinds: readonly EventKind[]): LogFilter[] =>
  [...Map.groupBy(kinds, ({ wanted }) => JSON.stringify(wanted)).values()].map((alike) => ({
    addresses: [...new Set(alike.map(({ address }) => address))],
    topics: [[...new Set(alike.map(({ topic }) => topic))], ...(alike[0]?.wanted ?? [])],
  }))

/** Whether the log's indexed arguments are among the requested ones. */
export const hasWanted = (wanted: EventKind['wanted'], { topics }: Pick<RawLog, 'topics'>): boolean =>
  wanted.every((values, index) => values === null || values.includes(topics[index + 1] as Hex))

const isOfKind = (kind: EventKind, log: Topics): boolean =>
  log.address === kind.address && log.topics[0] === kind.topic && hasWanted(kind.wanted, log)

const mayHoldKind = (bloom: Bloom, { address, topic, wanted }: EventKind): boolean =>
  mayHold(bloom, address) &&
  mayHold(bloom, topic) &&
  wanted.every((values) => values === null || values.some((value) => mayHold(bloom, value)))

const valuesOf = ({ address, topics }: Topics): Hex[] => [address, ...topics]

/** Kinds of which the block may have an event, but for which there is no log. */
export const unexplainedKinds = (
  bloom: Bloom,
  kinds: readonly EventKind[],
  logs: readonly Topics[],
): EventKind[] => kinds.filter((kind) => mayHoldKind(bloom, kind) && !logs.some((log) => isOfKind(kind, log)))

/**
 * Probability that the block has no event of the kind although the bloom holds it. `logs`: its known logs. 1
 * if only some arguments are requested: other events of the same contract, without a handler, have its
 * address and topic in the bloom, and any event may have the argument (a mint has the zero address).
 */
export const chanceOfNone = (bloom: Bloom, kind: EventKind, logs: readonly Topics[]): number =>
  kind.wanted.some((values) => values !== null)
    ? 1
    : coincidenceOf(bloom, [kind.address, kind.topic], logs.flatMap(valuesOf))

/**
 * Verdict of the bloom on a log that one endpoint returns and another does not: whether the block has it, or
 * undefined. Only the values that the log's kind fixes count for it: an endpoint could have chosen the others
 * to fit.
 */
export const bloomSays = (
  bloom: Bloom,
  log: Topics,
  { kinds, agreed }: { readonly kinds: readonly EventKind[]; readonly agreed: readonly Topics[] },
): boolean | undefined => {
  if (!valuesOf(log).every((value) => mayHold(bloom, value))) return false
  const kind = kinds.find((one) => isOfKind(one, log))
  return kind && chanceOfNone(bloom, kind, agreed) < COINCIDENCE_MAX ? true : undefined
}
