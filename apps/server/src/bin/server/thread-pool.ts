/**
 * Sets the number of libuv threads, which run mainly RSA, and argon2, file access and DNS. Import it before
 * any of their users: the pool is created once. With Node's default of four on two cores the threads compete
 * with the JavaScript thread, which then gives them no work: under load a fifth of both cores was idle
 * (tools/bench/README.md). `UV_THREADPOOL_SIZE` in the environment takes precedence.
 */
import { availableParallelism } from 'node:os'

const NODE_DEFAULT = 4
/** libuv lets slow DNS look-ups use half of the threads, so that one is left for requests. */
const THREADS_MIN = 2

/** One core is left for the JavaScript thread if there are enough. */
export const threadsFor = (cores: number): number => Math.min(NODE_DEFAULT, Math.max(THREADS_MIN, cores - 1))

process.env.UV_THREADPOOL_SIZE ??= String(threadsFor(availableParallelism()))
