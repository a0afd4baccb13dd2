/**
 * How many threads libuv has for what does not run in JavaScript: RSA most of all, argon2, files, names. To be imported
 * before anything that uses them: they are made once. Node's four on a machine of two cores take turns with the thread
 * that runs JavaScript, which then has nothing for them a moment later: under load a fifth of both cores was idle
 * (bench/README.md). Whoever sets `UV_THREADPOOL_SIZE` knows better.
 */
import { availableParallelism } from 'node:os'

const NODE_DEFAULT = 4
/** libuv lets slow look-ups of names have half of the threads: one must be left for requests. */
const LEAST = 2

/** One core is the thread's that runs JavaScript, where there are enough. */
export const threadsFor = (cores: number): number => Math.min(NODE_DEFAULT, Math.max(LEAST, cores - 1))

process.env.UV_THREADPOOL_SIZE ??= String(threadsFor(availableParallelism()))
