/** Thread of `npm run mutate` that compiles jobs in order. */
import { parentPort } from 'node:worker_threads'
import { compile, type Job } from './compiler.ts'

parentPort?.on('message', (job: Job) => parentPort?.postMessage(compile(job)))
