/** Public API of published results: weekly files, their hashes on chain, and the means to check them. */
export {
  type CheckedRules,
  type ComparedResult,
  compareResult,
  compareRules,
  isRight,
} from './compare-result.ts'
export { createResultsModule, type ResultsModule } from './module.ts'
export type { OpenedResult } from './open-result.ts'
export {
  originOf,
  publishedContracts,
  publishedHex,
  publishedWhole,
  type ResultOrigin,
} from './origin.ts'
export { createTimeReader, readLogs } from './read-logs.ts'
export {
  type ResultName,
  type ResultSource,
  readResultName,
  registryKind,
  resultName,
} from './result-kind.ts'
export { readResults, type WeekFile } from './results.ts'
