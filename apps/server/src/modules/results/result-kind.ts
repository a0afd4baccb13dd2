/** Kinds of published weekly results, with their names. */
import { type Hex, stringToHex } from 'viem'
import type { Reader } from '../../platform/database/database.ts'

const RESULT_KINDS = ['dividends', 'nodes'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

/** The registry's name of a kind: ASCII, padded with zeros. */
export const registryKind = (kind: ResultKind): Hex => stringToHex(kind, { size: 32 })

/** A week's result of a kind. */
export interface ResultName {
  readonly kind: ResultKind
  readonly week: bigint
}

/** Name of a week's file, in `DATA_DIR/results` and under `/results/`. */
export const resultName = ({ kind, week }: ResultName): string => `${kind}-${week}.json`

/** Weeks since 1970 without leading zeros, so that each has one name. */
const NAME = new RegExp(`^(${RESULT_KINDS.join('|')})-(0|[1-9]\\d{0,7})\\.json$`)

/** Parses a file name; null for any other. */
export const readResultName = (name: string): ResultName | null => {
  const [, kind, week] = NAME.exec(name) ?? []
  return kind === undefined || week === undefined ? null : { kind: kind as ResultKind, week: BigInt(week) }
}

/** A module's results: its closed weeks, as text. */
export interface ResultSource {
  readonly kind: ResultKind
  /** Closed weeks after `week` (null: all), oldest first. */
  closedAfter(reader: Reader, week: bigint | null): Promise<bigint[]>
  /** The text of a closed week's file in pieces; always the same. Throws if the week is not closed. */
  text(reader: Reader, week: bigint): AsyncIterable<string>
}
