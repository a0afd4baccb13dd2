import type { JournalReasons } from '../ledger/index.ts'

/** The nodes': beside the closed week. */
export const NODES_JOURNALS = {
  'node.week': 'keeps-rows',
} as const satisfies JournalReasons
