/** The accounts' front door: what a user has, and what the lines of their ledger say. */
export { createAccountsModule } from './module.ts'
export { createSettle } from './settle.ts'
