import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Database } from '../database.ts'

export const GRANTS_FILE = fileURLToPath(new URL('../../../../roles/grants.sql', import.meta.url))

/**
 * Gives the processes' roles their rights, in one transaction, as the owner of the database; idempotent, and
 * nothing where the roles do not exist (ADR 0075).
 */
export const grantRights = (database: Database): Promise<void> =>
  database.transaction((tx) => tx.script(readFileSync(GRANTS_FILE, 'utf8')))
