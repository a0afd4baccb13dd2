/** Public API of solvency: reserves compared with debts, checked continuously and shown publicly. */

export { SOLVENCY_JOURNALS } from './journals.ts'
export { createSolvencyModule } from './module.ts'
export { postLoss } from './post-loss.ts'
export { readShortfalls } from './read-shortfalls.ts'
