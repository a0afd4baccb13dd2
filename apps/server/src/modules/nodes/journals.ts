import type { JournalReasons } from '../ledger/index.ts'

/** Journals of nodes. */
export const NODES_JOURNALS = {
  'node.week': 'keeps-rows',
} as const satisfies JournalReasons

type NodesJournals = typeof NODES_JOURNALS

declare module '../ledger/journal-reasons.ts' {
  interface DeclaredJournals extends NodesJournals {}
}
