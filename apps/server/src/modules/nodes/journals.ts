import type { JournalReasons } from '../ledger/index.ts'

/** The nodes': beside the closed week. */
export const NODES_JOURNALS = {
  'node.week': 'keeps-rows',
} as const satisfies JournalReasons

type NodesJournals = typeof NODES_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends NodesJournals {}
}
