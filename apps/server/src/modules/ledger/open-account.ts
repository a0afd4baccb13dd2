import type { Tx } from '../../platform/database/database.ts'
import type { AccountCode } from './account.ts'

/** Opens an account before its first posting, so that it shows with balance 0. The same code again changes nothing. */
export const openAccount = async (tx: Tx, code: AccountCode): Promise<void> => {
  await tx.query({ name: 'open_account', text: 'SELECT open_account($1)', values: [code] })
}
