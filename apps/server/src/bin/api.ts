import { runProcess } from './server/run-process.ts'

/** API replicas: any number, stateless. */
await runProcess(['api'])
