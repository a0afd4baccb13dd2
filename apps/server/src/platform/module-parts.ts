import type { AdvanceHook, EventHandler } from './chain/chain-events.ts'
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
  readonly ticks: readonly Tick[]
}
