/** The jobs' front door, for `bin`. */
export { type LeaderWork, runAsLeader } from './run-as-leader.ts'
export { startTicks, type TickRunner } from './start-ticks.ts'
