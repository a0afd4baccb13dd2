import { runProcess } from './server/run-process.ts'

/** All in one process: the local set-up, and small installations. */
await runProcess()
