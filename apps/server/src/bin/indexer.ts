import { runProcess } from './server/run-process.ts'

/** Follows the chain; any number, one of them leads. */
await runProcess(['indexer'])
