import { runProcess } from './server/run-process.ts'

/** Runs the ticks; any number of replicas, one of them is the leader. */
await runProcess(['worker'])
