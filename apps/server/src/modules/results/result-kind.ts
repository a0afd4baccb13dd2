/** What weekly results are published of, and how each kind is written. */
import { type Hex, stringToHex } from 'viem'
import type { Reader } from '../../platform/database/database.ts'

const RESULT_KINDS = ['dividends', 'nodes'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

/** What the registry calls a kind: ASCII, padded with zeros. */
export const registryKind = (kind: ResultKind): Hex => stringToHex(kind, { size: 32 })

/** A week's result of a kind. */
export interface ResultName {
  readonly kind: ResultKind
  readonly week: bigint
}

/** Name of a week's file, in `DATA_DIR/results` and under `/results/`. */
export const resultName = ({ kind, week }: ResultName): string => `${kind}-${week}.json`

/** Weeks since 1970, without a leading zero: one name for each. */
const NAME = new RegExp(`^(${RESULT_KINDS.join('|')})-(0|[1-9]\\d{0,7})\\.json$`)

/** Null for any other name. */
export const readResultName = (name: string): ResultName | null => {
  const [, kind, week] = NAME.exec(name) ?? []
  return kind === undefined || week === undefined ? null : { kind: kind as ResultKind, week: BigInt(week) }
}

/** A module's results: its closed weeks, as text. */
export interface ResultSource {
  readonly kind: ResultKind
  /** Closed weeks after `week` (all: null), oldest first. */
  closedAfter(reader: Reader, week: bigint | null): Promise<bigint[]>
  /** The whole file of a closed week, in pieces; always the same. Throws if the week is not closed. */
  text(reader: Reader, week: bigint): AsyncIterable<string>
}
