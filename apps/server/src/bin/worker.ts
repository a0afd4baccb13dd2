import { runProcess } from './server/run-process.ts'

/** Runs the ticks; any number, one of them leads. */
await runProcess(['worker'])
