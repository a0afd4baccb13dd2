/** The accounts' front door: what a user's ledger lines say. */
export { createAccountsModule } from './create-accounts-module.ts'
