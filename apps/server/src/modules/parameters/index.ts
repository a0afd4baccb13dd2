/** Front door of parameters: the limits that hold now, what is stopped, and how both came about (ADR 0024). */
export {
  listDecided,
  readParameter,
  readParameters,
  recordChange,
} from './changes.ts'
export { createSettingsReader, type SettingsReader } from './settings-reader.ts'
export { clearStop, listStops, requireRunning, type Stopped, setStop, stopOf } from './stops.ts'
