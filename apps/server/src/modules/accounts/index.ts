/** The accounts' front door: what a user has, and what the lines of their ledger say. */
export { createAccountsModule } from './create-accounts-module.ts'
export { createSettle } from './settle.ts'
