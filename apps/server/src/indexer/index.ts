/** The indexer's public API, for `bin`. */

export { showGaps } from './completeness/show-gaps.ts'
export { createIndexer, type IndexerOptions } from './create-indexer.ts'
export {
  countSuspense,
  hasSuspended,
  settledLogs,
  suspendedAccounts,
  WITHOUT_ORDER,
} from './suspense/count-suspense.ts'
export { type RepostReport, repostSuspended, settleSuspended } from './suspense/repost-suspended.ts'
export { showSuspense } from './suspense/show-suspense.ts'
export { suspendedEvents } from './suspense/suspended-events.ts'
