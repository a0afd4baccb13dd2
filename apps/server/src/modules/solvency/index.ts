/** Solvency's front door: reserves against what is owed, checked all the time and shown to everybody. */

export { SOLVENCY_JOURNALS } from './journals.ts'
export { createSolvencyModule } from './module.ts'
export { postLoss } from './post-loss.ts'
export { readShortfalls } from './read-shortfalls.ts'
