/** The jobs' public API, for `bin`. */
export { runAsLeader } from './run-as-leader.ts'
export { showTicks, startTicks } from './start-ticks.ts'
