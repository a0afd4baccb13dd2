/** The indexer's front door, for `bin`. */

export { countSuspense } from './count-suspense.ts'
export { createIndexer, type Indexer, type IndexerOptions } from './create-indexer.ts'
export {
  ChainBehindDatabaseError,
  ChainDisagreesError,
  IndexerHaltedError,
  ReorgPastFinalizedError,
} from './errors.ts'
export { type RepostReport, repostSuspended } from './repost-suspended.ts'
