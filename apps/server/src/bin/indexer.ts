import { runProcess } from './server/run-process.ts'

/** Follows the chain; any number of replicas, one of them is the leader. */
await runProcess(['indexer'])
