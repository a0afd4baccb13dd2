import { CALLS } from '@dr/protocol/calls/index'
import { DEFAULT_LOCALE } from '@dr/protocol/constants'
import type { Hex } from 'viem'
import { type Route, route } from '../../platform/route.ts'
import { bindEmail } from './bind-email.ts'
import type { SecurityDeps } from './deps.ts'
import { securityState } from './security-state.ts'
import { sendCode } from './send-code.ts'
import { resetPassword, setPassword } from './set-password.ts'
import { openSigningOrder } from './signing-orders.ts'

const emailRoutes = (deps: SecurityDeps): Route[] => {
  const { database, now } = deps
  return [
    route(CALLS.emailCode, async ({ body, caller: { userId }, request: { ip } }) => {
      const { locale = DEFAULT_LOCALE, ...emailRequest } = body
      const { sentTo, expiresAt, nextCodeAt, codesLeft } = await sendCode(deps, {
        ...emailRequest,
        userId,
        ip,
        locale,
      })
      return {
        sentTo,
        codesLeft,
        expiresAt: expiresAt.toISOString(),
        nextCodeAt: nextCodeAt?.toISOString() ?? null,
      }
    }),
    route(CALLS.signingRequest, ({ body, caller: { userId } }) =>
      openSigningOrder(
        database,
        {
          userId,
          kind: body.action,
          terms: body.action === 'bind-email' ? { email: body.email } : {},
        },
        now(),
      ),
    ),
    route(CALLS.bindEmail, async ({ body, caller }) => {
      await bindEmail(deps, caller, { ...body, signature: body.signature as Hex })
      return { email: body.email }
    }),
  ]
}

export const securityRoutes = (deps: SecurityDeps): Route[] => [
  route(CALLS.securityState, ({ caller: { userId } }) =>
    securityState(deps.database.read, { userId, now: deps.now() }),
  ),
  ...emailRoutes(deps),
  route(CALLS.setPaymentPassword, async ({ body, caller: { userId }, request: { ip } }) => {
    const { password, oldPassword, emailCode } = body
    await setPassword(deps, { userId, ip, password, oldPassword, emailCode })
    return { paymentPassword: true as const }
  }),
  route(CALLS.resetPaymentPassword, async ({ body, caller: { userId, address } }) => {
    const { password, emailCode } = body
    const signature = body.signature as Hex
    await resetPassword(deps, { userId, address, password, emailCode, signature })
    return { paymentPassword: true as const }
  }),
]
