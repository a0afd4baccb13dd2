/** Solvency's front door: reserves against what is owed, checked all the time and shown to everybody. */
export { createSolvencyModule } from './create-solvency-module.ts'
export { SOLVENCY_JOURNALS } from './journals.ts'
export { readShortfalls } from './read-shortfalls.ts'
