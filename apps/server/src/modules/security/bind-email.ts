import { bindEmailTypedData } from '@dr/protocol/account-typed-data'
import type { Hex } from 'viem'
import type { Caller } from '../../platform/route.ts'
import type { SecurityDeps } from './deps.ts'
import { findSigned, useSigningOrder } from './signing-orders.ts'
import { lockSecurity } from './store.ts'
import { tryCode, useUpCode } from './use-code.ts'

/**
 * Binds an e-mail, or replaces the bound one. Requires the wallet's signature (10007), and a code sent to
 * that mailbox (1011). Both are used up in the transaction of the change.
 */
export const bindEmail = async (
  deps: SecurityDeps,
  { userId, address }: Pick<Caller, 'userId' | 'address'>,
  request: { readonly email: string; readonly emailCode: string; readonly signature: Hex },
): Promise<void> => {
  const { database, domain, verify, now: clock } = deps
  const { email, signature } = request
  const now = clock()
  const { orderId } = await findSigned(
    { database, verify, now },
    {
      userId,
      kind: 'bind-email',
      terms: { email },
      address,
      signature,
      typedData: (order) => bindEmailTypedData(domain, order, { account: address, email }),
    },
  )
  const { codeId } = await tryCode(deps, { userId, purpose: 'bind-email', email, code: request.emailCode })
  await database.transaction(async (tx) => {
    const before = await lockSecurity(tx, userId)
    await useSigningOrder(tx, { orderId, now })
    await useUpCode(tx, { codeId, now })
    const replaced = before.email !== null && before.email !== email
    await tx.query({
      name: 'security_bind_email',
      text: `UPDATE account_security SET email = $2, email_bound_at = $3,
        email_replaced_at = CASE WHEN $4 THEN $3 ELSE email_replaced_at END WHERE user_id = $1`,
      values: [userId, email, now, replaced],
    })
  })
}
