/** Public API of accounts: a user's balances, and the meaning of the lines of their ledger. */
export { createAccountsModule } from './module.ts'
export { createSettle } from './settle.ts'
