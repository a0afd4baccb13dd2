/**
 * Public API of parameters: the limits in force, stopped features, blocked accounts, and their history (ADR
 * 0024).
 */
export {
  type AccountBlock,
  BLOCKED,
  blockAnswer,
  blockOf,
  blockSubject,
  NOT_BLOCKED,
  requireNotBlocked,
} from './blocks.ts'
export {
  listDecided,
  readParameter,
  readParameters,
  recordChange,
} from './changes.ts'
export { createSettingsReader, type SettingsReader } from './settings-reader.ts'
export { clearStop, listStops, requireRunning, type Stopped, setStop, stopOf } from './stops.ts'
