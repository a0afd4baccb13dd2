import { runProcess } from './run-process.ts'

/** API replicas: any number, stateless. */
await runProcess(['api'])
