import { runProcess } from './server/run-process.ts'

/** All roles in one process: for the local set-up and small installations. */
await runProcess()
