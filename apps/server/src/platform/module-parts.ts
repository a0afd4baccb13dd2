import type { AdvanceHook, EventHandler } from './chain/chain-events.ts'
import type { ChainNumber } from './chain/chain-numbers.ts'
import type { Route } from './route.ts'
import type { Tick } from './tick.ts'

/**
 * What a module contributes to the process: `bin` collects the parts of all modules and passes them to HTTP,
 * indexer and jobs.
 */
export interface ModuleParts {
  readonly routes: readonly Route[]
  readonly eventHandlers: readonly EventHandler[]
  readonly advanceHooks: readonly AdvanceHook[]
  /** What the chain counts of this module's events itself; none: it has no such events. */
  readonly chainNumbers?: readonly ChainNumber[]
  readonly ticks: readonly Tick[]
}
