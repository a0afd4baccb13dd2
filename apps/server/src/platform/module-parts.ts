import type { AdvanceHook, EventHandler } from './chain/chain-events.ts'
import type { ChainNumber } from './chain/chain-numbers.ts'
import type { Route } from './route.ts'
import type { Tick } from './tick.ts'

/**
 * Contributions of a module to the process: `bin` collects the parts of all modules and passes them to HTTP,
 * indexer and jobs.
 */
export interface ModuleParts {
  readonly routes: readonly Route[]
  readonly eventHandlers: readonly EventHandler[]
  readonly advanceHooks: readonly AdvanceHook[]
  /** The chain's own counts of this module's events; undefined if it has no such events. */
  readonly chainNumbers?: readonly ChainNumber[]
  readonly ticks: readonly Tick[]
}
