/** Payment passwords, which withdrawals need once they are set. */
import { join } from 'node:path'
import { hashPassword } from '@dr/server/modules/security/hash-password'
import { readSecret } from '@dr/server/platform/config/secret-file'
import type { Database } from '@dr/server/platform/database/database'
import type { Person } from './users.ts'

const PASSWORD = '284613'
/** Each takes some 40 ms to hash, now and at each use. */
const PASSWORDS_MAX = 400

/** Sets payment passwords directly in the database, since there is no e-mail server to send codes. */
export const givePaymentPasswords = async (
  database: Database,
  { people, directory }: { readonly people: readonly Person[]; readonly directory: string },
): Promise<void> => {
  const pepper = await readSecret(join(directory, 'secrets', 'payment-pepper'))
  for (const person of people.slice(0, PASSWORDS_MAX)) {
    const hash = await hashPassword(PASSWORD, pepper)
    const { rows } = await database.transaction((tx) =>
      tx.query({
        text: `INSERT INTO account_security (user_id, password_hash, password_set_at)
          SELECT id, $2, now() FROM users WHERE address = $1 RETURNING user_id`,
        values: [person.account.address.toLowerCase(), hash],
      }),
    )
    if (rows.length !== 1) throw new Error(`${person.account.address} is no user`)
    person.paymentPassword = PASSWORD
  }
}
