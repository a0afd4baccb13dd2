import { runProcess } from './run-process.ts'

/** Runs the ticks; any number, one of them leads. */
await runProcess(['worker'])
