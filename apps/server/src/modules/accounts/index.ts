/** Public API of accounts: what a user has, and what the lines of their ledger mean. */
export { createAccountsModule } from './module.ts'
export { createSettle } from './settle.ts'
