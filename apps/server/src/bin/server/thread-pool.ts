/**
 * Sets the number of libuv threads, which run RSA above all, argon2, file access and DNS. Import it before
 * anything that uses them: the pool is created once. With Node's default of four on two cores the threads
 * compete with the JavaScript thread, which then has no work for them a moment later: under load a fifth of
 * both cores was idle (tools/bench/README.md). A `UV_THREADPOOL_SIZE` from the environment takes precedence.
 */
import { availableParallelism } from 'node:os'

const NODE_DEFAULT = 4
/** libuv lets slow look-ups of names have half of the threads: one must be left for requests. */
const THREADS_MIN = 2

/** One core is left for the JavaScript thread if there are enough. */
export const threadsFor = (cores: number): number => Math.min(NODE_DEFAULT, Math.max(THREADS_MIN, cores - 1))

process.env.UV_THREADPOOL_SIZE ??= String(threadsFor(availableParallelism()))
