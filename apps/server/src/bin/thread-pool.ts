/**
 * To be imported before anything that reads a file: so many threads has libuv, and keeps them.
 *
 * What they do here is RSA. Node's four on a machine of two cores take turns with the thread that does all the rest, which
 * then has nothing for them a moment later: a fifth of both cores was idle under load (bench/README.md).
 */
import { availableParallelism } from 'node:os'

const NODE_DEFAULT = 4
/** libuv lets slow look-ups of names have half of the threads: one must be left for requests. */
const LEAST = 2

/** Threads beside the one that runs JavaScript. */
const threadsFor = (cores: number): number => Math.min(NODE_DEFAULT, Math.max(LEAST, cores - 1))

process.env.UV_THREADPOOL_SIZE ??= String(threadsFor(availableParallelism()))
