/**
 * Opens encrypted requests (docs/product.md 11), in this order: timestamp (before the body is read), key id,
 * replay (without a session), decryption, replay. A refused request is not remembered, so that the same
 * request, sent correctly, is still accepted.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { HEADERS } from '@dr/protocol/call'
import { REQUEST_CLOCK_SKEW_MS } from '@dr/protocol/constants'
import { EnvelopeError, type EnvelopeKey } from '@dr/protocol/envelope'
import * as z from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { openSealed } from './open-request.ts'
import { keyHashOf, type ReplayGuard } from './replay.ts'
import type { RequestKeys } from './request-keys.ts'

const bodySchema = z.strictObject({ data: z.string() })
const TIMESTAMP_FORM = /^\d{1,15}$/

const badHeader = (header: string, problem: string) =>
  new AppError('BAD_PARAMETER', { details: { path: `headers.${header}`, problem } })

/** Throws 30004, with the server's time for setting a clock, if the timestamp is more than 5 minutes off. */
export const checkTimestamp = (headers: IncomingHttpHeaders, now: Date): void => {
  const text = headers[HEADERS.timestamp]
  if (text === undefined) return
  if (typeof text !== 'string' || !TIMESTAMP_FORM.test(text)) {
    throw badHeader(HEADERS.timestamp, 'milliseconds since 1970, in digits')
  }
  if (Math.abs(now.getTime() - Number(text)) > REQUEST_CLOCK_SKEW_MS) {
    throw new AppError('REPLAYED_OR_STALE', { details: { reason: 'stale', serverTime: now.getTime() } })
  }
}

interface Sealed {
  readonly key: string
  readonly keyId: string
  readonly timestamp: string
  readonly data: string
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw badHeader(name, 'missing: a body must be encrypted (see GET /api/v1/public/keys)')
}

const readSealed = (headers: IncomingHttpHeaders, body: unknown): Sealed => {
  const parsed = bodySchema.safeParse(body)
  if (!parsed.success) {
    throw new AppError('BAD_PARAMETER', {
      details: {
        path: 'body',
        problem: 'a body must be encrypted: {"data": "…"} (see GET /api/v1/public/keys)',
      },
    })
  }
  return {
    key: headerOf(headers, HEADERS.key),
    keyId: headerOf(headers, HEADERS.keyId),
    timestamp: headerOf(headers, HEADERS.timestamp),
    data: parsed.data.data,
  }
}

const replayed = () => new AppError('REPLAYED_OR_STALE', { details: { reason: 'replayed' } })

/** A request checked as far as possible without its caller; `open` then decrypts and remembers it. */
export interface Envelope {
  open(): Promise<unknown>
}

const decrypt = async (
  sealed: Sealed,
  privateKey: EnvelopeKey,
  context: { readonly method: string; readonly path: string },
): Promise<unknown> => {
  const { key, data, timestamp } = sealed
  try {
    return await openSealed({ privateKey, key, data, context: { ...context, timestamp } })
  } catch (cause) {
    if (!(cause instanceof EnvelopeError)) throw cause
    const path = cause.part === 'key' ? `headers.${HEADERS.key}` : 'body.data'
    const problem = 'does not open: not encrypted for this key, method, path and timestamp'
    throw new AppError('BAD_PARAMETER', { details: { path, problem }, cause })
  }
}

/** Errors: 10002 not encrypted or not decryptable, 30004 seen before, 30005 unknown key. */
export const receiveEnvelope = async (
  dependencies: {
    readonly replay: ReplayGuard
    readonly keys: RequestKeys
  },
  request: {
    readonly headers: IncomingHttpHeaders
    readonly body: unknown
    readonly method: string
    readonly path: string
    readonly hasSession: boolean
  },
): Promise<Envelope> => {
  const { replay, keys } = dependencies
  const sealed = readSealed(request.headers, request.body)
  const privateKey = await keys.find(sealed.keyId)
  if (!privateKey) throw new AppError('UNKNOWN_ENCRYPTION_KEY')
  const keyHash = keyHashOf(sealed.key)
  // With a session the account's limit bounds the decryptions, so this look-up is saved.
  if (!request.hasSession && (await replay.isSeen(keyHash))) throw replayed()
  return {
    open: async () => {
      const value = await decrypt(sealed, privateKey, request)
      if (!(await replay.remember({ keyHash, timestamp: Number(sealed.timestamp) }))) throw replayed()
      return value
    },
  }
}
