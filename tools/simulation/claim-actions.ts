/** Transfers between users, and the payment passwords that they need. */
import { join } from 'node:path'
import { transferTypedData } from '@dr/protocol/account-typed-data'
import { transfer as transferCall, transferOrder } from '@dr/protocol/calls/transfer'
import { hashPassword } from '@dr/server/modules/security/hash-password'
import { readSecret } from '@dr/server/platform/config/secret-file'
import type { Database } from '@dr/server/platform/database/database'
import type { Hex } from 'viem'
import { foundry } from 'viem/chains'
import type { SentCall } from './bulk-rpc.ts'
import { ONE, type Scene } from './scene.ts'
import type { Person } from './users.ts'
import { amountToTake, fundedBalances } from './withdrawable.ts'

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

/**
 * Transfers from the node account to a friend: part of the available amount, or an amount that the server
 * must refuse.
 */
export const transfer = async (scene: Scene): Promise<SentCall[]> => {
  const { person, contracts } = scene
  const { account: wallet, friend, paymentPassword = PASSWORD } = person
  const balances = await fundedBalances(scene, 2)
  const chosen = balances[person.random.between(0, Math.max(0, balances.length - 1))]
  const amount = chosen ? amountToTake(scene, BigInt(chosen.available)) : ONE
  const [to, token] = [friend.toLowerCase() as Hex, chosen?.token ?? 'USDT']
  const terms = { to, account: 2, token, amount: String(amount) } as const
  const order = await person.api.call(transferOrder, terms)
  const domain = { chainId: foundry.id, contract: contracts.DigitalRights }
  const typedData = transferTypedData(domain, order, { ...terms, from: wallet.address, amount })
  const signature = await wallet.signTypedData(typedData)
  await person.api.call(transferCall, { ...terms, signature, paymentPassword })
  return []
}
