import { fileURLToPath } from 'node:url'
import type { Bound, Figure } from './figure.ts'

/** Context of a bench. */
export interface BenchContext {
  /** Logs to standard error. */
  log(line: string): void
  /** Registers a cleanup; last first, however the bench or the process ends. */
  defer(end: () => unknown): void
}

/** Figures measured in one set-up. */
export interface Bench {
  /** Names of its figures with their bounds; several must all hold. */
  readonly figures: Readonly<Record<string, Bound | readonly Bound[] | 'unbounded'>>
  /** Measures them: exactly one for each name. */
  run(context: BenchContext): Promise<Figure[]>
}

/** Folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
