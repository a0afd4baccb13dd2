/** The indexer's public API, for `bin`. */

export { countSuspense } from './count-suspense.ts'
export { createIndexer } from './create-indexer.ts'

export { repostSuspended } from './repost-suspended.ts'
export { showSuspense } from './show-suspense.ts'
