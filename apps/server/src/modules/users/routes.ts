import { CALLS } from '@dr/protocol/calls/index'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { ID_MAX } from '../../platform/pagination.ts'
import { type RequestInfo, type Route, route } from '../../platform/route.ts'
import { blockOf } from '../parameters/index.ts'
import type { UsersDeps } from './deps.ts'
import { bindInviter } from './inviter/bind-inviter.ts'
import { findActiveInviter } from './inviter/find-active-inviter.ts'
import { profileOf } from './profile.ts'
import { register } from './register.ts'
import { deviceOf } from './sign-in/device.rules.ts'
import { issueNonce } from './sign-in/issue-nonce.ts'
import { login, type SignedIn } from './sign-in/login.ts'
import { proveSignIn, type SignInRequest } from './sign-in/prove-sign-in.ts'
import { openSessions, revokeSession, revokeSessionsOf } from './sign-in/sessions.ts'
import { findUserById, type User } from './store.ts'

const readProfile = async ({ database, readProfileStatus, operators }: UsersDeps, user: User) => {
  const [status, block] = await Promise.all([
    readProfileStatus(database.read, user.id),
    blockOf(database.read, user.address),
  ])
  return profileOf(user, { ...status, operator: operators.has(user.address), block })
}

const answerOf = async (deps: UsersDeps, { token, expiresAt, user }: SignedIn) => ({
  token,
  expiresAt: expiresAt.toISOString(),
  profile: await readProfile(deps, user),
})

const signInRoutes = (deps: UsersDeps) => {
  const { database, now, chainId, publicOrigin, nonceSecret, verify } = deps
  const prove = (body: { address: string; message: string; signature: string }, { host }: RequestInfo) =>
    proveSignIn(body as SignInRequest, {
      secret: nonceSecret(),
      site: { origin: publicOrigin ?? `http://${host}`, chainId },
      now: now(),
      verify,
    })
  const sessionFor = ({ userAgent }: RequestInfo) => ({
    secret: nonceSecret(),
    now: now(),
    device: deviceOf(userAgent),
  })
  return [
    route(CALLS.getNonce, async ({ params }) =>
      issueNonce({ secret: nonceSecret(), address: params.address as LowerHex, now: now() }),
    ),
    route(CALLS.login, async ({ body, request }) => {
      const proof = await prove(body, request)
      return answerOf(deps, await database.transaction((tx) => login(tx, proof, sessionFor(request))))
    }),
    route(CALLS.register, async ({ body, request }) => {
      const proof = await prove(body, request)
      const { inviteCode: inviterName } = body
      const signedIn = await database.transaction((tx) =>
        register(tx, proof, { ...sessionFor(request), inviterName }),
      )
      return answerOf(deps, signedIn)
    }),
  ]
}

/** Lists and ends the caller's sessions. */
const sessionRoutes = ({ database, now }: UsersDeps): Route[] => [
  route(CALLS.listSessions, async ({ caller: { userId, sessionId } }) => {
    const sessions = await openSessions(database.read, { userId, now: now() })
    return {
      items: sessions.map(({ id, createdAt, expiresAt, device }) => ({
        sessionId: id.toString(),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        device,
        current: id === sessionId,
      })),
    }
  }),
  route(CALLS.revokeSessions, async ({ body, caller: { userId, sessionId } }) => {
    const which = 'sessionId' in body ? { only: BigInt(body.sessionId) } : { except: sessionId }
    if ('only' in which && which.only > ID_MAX) return { revoked: 0 }
    const revoked = await database.transaction((tx) => revokeSessionsOf(tx, { userId, now: now(), ...which }))
    return { revoked }
  }),
]

export const usersRoutes = (deps: UsersDeps): Route[] => {
  const { database, now, listPurchases, readProfileStatus, operators } = deps
  return [
    ...signInRoutes(deps),
    ...sessionRoutes(deps),
    route(CALLS.getInviter, async ({ body }) => ({
      inviter: await findActiveInviter(database.read, body.name),
    })),
    route(CALLS.logout, async ({ caller }) => {
      await database.transaction((tx) => revokeSession(tx, { sessionId: caller.sessionId, now: now() }))
      return {}
    }),
    route(CALLS.getProfile, async ({ caller }) => {
      const [user, status, block] = await Promise.all([
        findUserById(database.read, caller.userId),
        readProfileStatus(database.read, caller.userId),
        blockOf(database.read, caller.address),
      ])
      if (!user) throw new FatalError(`the session's user ${caller.userId} does not exist`)
      return profileOf(user, { ...status, operator: operators.has(user.address), block })
    }),
    route(CALLS.podPowerPurchase, async ({ body, caller }) => {
      if (!('inviteCode' in body)) return listPurchases({ ...body, userId: caller.userId })
      const { inviter } = await database.transaction(async (tx) => {
        const { at } = await chainNow(tx)
        return bindInviter(tx, { userId: caller.userId, inviterName: body.inviteCode, at })
      })
      return { inviter: inviter.address, activated: true as const }
    }),
  ]
}
