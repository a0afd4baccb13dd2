/**
 * Answers 30003 to what comes without a session from an address that has sent too much rubbish
 * (penalties.ts), before Fastify has made its objects of it: each costs a fraction of what `admit` takes to
 * refuse it, and people wait behind all of them. Traces and the access log know nothing of these; they are
 * counted, as refused.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { type Answer, type Call, HEADERS } from '@dr/protocol/call'
import proxyAddr from '@fastify/proxy-addr'
import type { WallClock } from '../../platform/clock.ts'
import { fail } from '../answer.ts'
import { answerOf } from '../errors.ts'
import { addressKey, type Penalties, refusalFor } from './penalties.ts'
import type { RequestSessions } from './request-sessions.ts'
import { isSignedIn, readToken } from './session.ts'

export interface RefuseUnreadDependencies {
  /** What may be refused. Site, published results, health and figures never are. */
  readonly calls: readonly Pick<Call, 'method' | 'path' | 'answer'>[]
  readonly penalties: Penalties
  readonly sessions: RequestSessions
  /** Whether a server of this product has made the token: no other is looked up. */
  readonly isOurToken: (token: string) => boolean
  readonly now: WallClock
  /** As Fastify's: whose `x-forwarded-for` is believed. */
  readonly trustProxy: boolean | string
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>
  /** A request got its answer here. */
  readonly onAnswered: () => void
}

/** Of the request as Fastify sees it: the same setting, read by the same library. */
const createAddressOf = (trustProxy: boolean | string): ((request: IncomingMessage) => string) => {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted =
    trustProxy === true ? () => true : proxyAddr.compile(trustProxy.split(',').map((one) => one.trim()))
  return (request) => proxyAddr.all(request, isTrusted).at(-1) ?? ''
}

const NOT_IN_PATH = /[?#]/
const ORIGIN = /^https?:\/\/[^/]*/i

/** As Fastify's router reads it: without origin and query, decoded; undefined where it cannot be. */
const pathOf = (url: string): string | undefined => {
  const [path = ''] = url.replace(ORIGIN, '').split(NOT_IN_PATH, 1)
  if (!path.includes('%')) return path
  try {
    return decodeURI(path)
  } catch {
    return undefined
  }
}

/** The envelope that a call answers with, by method and path; undefined for what is no call. */
const createAnswerOf = (calls: RefuseUnreadDependencies['calls']) => {
  const whole = new Map<string, Answer>()
  const beginnings: (readonly [string, Answer])[] = []
  for (const { method, path, answer } of calls) {
    const [beginning = '', parameter] = path.split(':', 2)
    if (parameter === undefined) whole.set(`${method} ${path}`, answer)
    else beginnings.push([`${method} ${beginning}`, answer])
  }
  return ({ method, url = '' }: IncomingMessage): Answer | undefined => {
    const answer = whole.get(`${method} ${url}`) // as apps ask
    if (answer !== undefined) return answer
    const key = `${method} ${pathOf(url)}`
    return whole.get(key) ?? beginnings.find(([beginning]) => key.startsWith(beginning))?.[1]
  }
}

/** Puts itself in front of whatever listens to the requests of `server` so far. */
export const refuseUnread = (server: Server, dependencies: RefuseUnreadDependencies): void => {
  const { penalties, sessions, isOurToken, now, headers, onAnswered } = dependencies
  const answerKindOf = createAnswerOf(dependencies.calls)
  const addressOf = createAddressOf(dependencies.trustProxy)
  const fixed = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }).flat()

  /** By envelope and seconds: a few hundred. */
  const answers = new Map<
    string,
    { readonly status: number; readonly body: string; readonly head: string[] }
  >()
  const answerFor = (kind: Answer, seconds: number) => {
    const key = `${kind} ${seconds}`
    const known = answers.get(key)
    if (known) return known
    const answer = answerOf(refusalFor(seconds), '')
    const body = JSON.stringify(fail(kind, answer))
    const length = String(Buffer.byteLength(body))
    const head = [...fixed, 'retry-after', String(seconds), 'content-length', length, 'x-request-id']
    const made = { status: answer.status, body, head }
    answers.set(key, made)
    return made
  }

  const refuse = (response: ServerResponse, kind: Answer, seconds: number): void => {
    const { status, body, head } = answerFor(kind, seconds)
    const headers = [...head, randomUUID()]
    if (!server.listening) headers.push('connection', 'close')
    response.writeHead(status, headers)
    response.end(body)
    penalties.countRefusal()
    onAnswered()
  }

  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const pass = () => {
      for (const listen of listeners) listen(request, response)
    }
    const kind = answerKindOf(request)
    if (kind === undefined) return pass()
    const seconds = penalties.waitSeconds(addressKey(addressOf(request)))
    if (seconds === 0) return pass()
    const token = readToken(request.headers[HEADERS.authorization])
    if (token === undefined || !isOurToken(token)) return refuse(response, kind, seconds)
    const passUnlessGone = () => {
      if (!response.destroyed) pass()
    }
    // Where the look-up fails, the listener's own fails as well, and it answers that.
    sessions
      .of(request)
      .then(
        (session) => (isSignedIn(session, now()) ? passUnlessGone() : refuse(response, kind, seconds)),
        passUnlessGone,
      )
  })
}
