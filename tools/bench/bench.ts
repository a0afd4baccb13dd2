import { fileURLToPath } from 'node:url'
import type { Bound, Figure } from './figure.ts'

/** What a bench is given. */
export interface BenchContext {
  /** Says something to who is watching (standard error). */
  log(line: string): void
  /** Ends something this bench started; last first, however the bench or the process ends. */
  defer(end: () => unknown): void
}

/** Figures that come out of one set-up. */
export interface Bench {
  /** The names of its figures, each with what it has to be; several bounds hold together. */
  readonly figures: Readonly<Record<string, Bound | readonly Bound[] | 'unbounded'>>
  /** Measures them: exactly one for each name. */
  run(context: BenchContext): Promise<Figure[]>
}

/** Of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
