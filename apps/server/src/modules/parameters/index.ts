/** Public API of parameters: the limits in force, stopped features, and the history of both (ADR 0024). */
export {
  listDecided,
  readParameter,
  readParameters,
  recordChange,
} from './changes.ts'
export { createSettingsReader, type SettingsReader } from './settings-reader.ts'
export { clearStop, listStops, requireRunning, type Stopped, setStop, stopOf } from './stops.ts'
