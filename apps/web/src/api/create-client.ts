import type { ParamsOf, RequestOf, ResponseOf } from '@dr/protocol/call'
import { REQUEST_CLOCK_SKEW_MS, REQUEST_TIMEOUT_MS } from '@dr/protocol/constants'
import { sealRequest } from '@dr/protocol/envelope'
import { deviceNow, readServerDate, serverNow } from '../ui/clock.ts'
import { readAnswer, transportError } from './answer.ts'
import { createKeyCache } from './encryption-keys.ts'
import { type CallName, type CallOf, type Endpoint, endpointOf } from './endpoints.ts'
import { ApiError, isApiError } from './errors.ts'

export interface ClientDependencies {
  /** Prefix of every path; empty for the app's own origin. */
  readonly baseUrl: string
  readonly fetch: typeof fetch
  readonly token: () => string | null
  readonly walletAddress: () => string | null
  /** Called when the session of this token has ended. */
  readonly onSessionOver: (token: string) => void
  /** Checks an answer against the protocol's schema; throws when it does not fit. */
  readonly parse: (name: CallName, data: unknown) => Promise<unknown>
}

type Input<Name extends CallName> = {
  readonly params?: ParamsOf<CallOf<Name>>
  readonly request?: RequestOf<CallOf<Name>>
  readonly signal?: AbortSignal
}

/** Typed function for every call of the protocol; throws only `ApiError` (and the caller's own abort). */
export type CallApi = <Name extends CallName>(
  name: Name,
  input?: Input<Name>,
) => Promise<ResponseOf<CallOf<Name>>>

const withQuery = (path: string, request: unknown): string => {
  const entries = Object.entries((request ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  )
  const query = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
  return query === '' ? path : `${path}?${query}`
}

export const createClient = (deps: ClientDependencies): CallApi => {
  const keys = createKeyCache(() => exchange('publicKeys', {}) as Promise<ResponseOf<CallOf<'publicKeys'>>>)

  /** Encrypts a POST body, even an empty one: an encrypted request cannot be replayed. */
  const sealed = async (
    endpoint: Endpoint,
    request: unknown,
  ): Promise<RequestInit & { headers: Record<string, string> }> => {
    const { keyId, publicKey } = await keys.get()
    const timestamp = String(serverNow())
    const { headers, body } = await sealRequest({
      publicKey,
      keyId,
      context: { method: endpoint.method, path: endpoint.path, timestamp },
      body: request ?? {},
    })
    return { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
  }

  const send = async (endpoint: Endpoint, input: Input<CallName>): Promise<unknown> => {
    const token = deps.token()
    const wallet = deps.walletAddress()
    const init = endpoint.method === 'POST' ? await sealed(endpoint, input.request) : { headers: {} }
    const url = endpoint.method === 'GET' ? withQuery(endpoint.path, input.request) : endpoint.path
    try {
      const { body, status } = await receive(deps.fetch, `${deps.baseUrl}${url}`, {
        ...init,
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          ...init.headers,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(wallet === null ? {} : { 'x-address': wallet }),
        },
        ...(input.signal ? { signal: input.signal } : {}),
      })
      return readAnswer(body, status)
    } catch (error) {
      if (token !== null && isApiError(error) && error.endsSession) deps.onSessionOver(token)
      throw error
    }
  }

  /** Sends once more after 30005 (the key was rotated), and after 30004 caused by this device's clock. */
  const sendTwiceAtMost = async (endpoint: Endpoint, input: Input<CallName>): Promise<unknown> => {
    if (endpoint.method === 'POST') await keys.get()
    const before = serverNow() - deviceNow()
    try {
      return await send(endpoint, input)
    } catch (error) {
      if (isApiError(error, 'UNKNOWN_ENCRYPTION_KEY')) {
        keys.forget()
        return send(endpoint, input)
      }
      if (!isApiError(error, 'REPLAYED_OR_STALE')) throw error
      keys.forget()
      await keys.get()
      // A real replay must not be sent again: the first request may have been processed.
      if (Math.abs(serverNow() - deviceNow() - before) < REQUEST_CLOCK_SKEW_MS / 2) throw error
      return send(endpoint, input)
    }
  }

  const exchange = async (name: CallName, input: Input<CallName>): Promise<unknown> => {
    const endpoint = endpointOf(name, input.params)
    const answer = await sendTwiceAtMost(endpoint, input)
    try {
      return await deps.parse(name, isLegacy(endpoint) ? dataOf(answer) : answer)
    } catch (cause) {
      throw new ApiError({
        kind: 'unexpected',
        code: 0,
        status: 200,
        message: `unexpected answer to ${name}`,
        cause,
      })
    }
  }

  return ((name: CallName, input: Input<CallName> = {}) => exchange(name, input)) as CallApi
}

/**
 * Whether a call is at the root; such calls answer with a `success` flag, so `readAnswer` returns the whole
 * body.
 */
const isLegacy = ({ path }: Endpoint): boolean => !path.startsWith('/api/')

const dataOf = (body: unknown): unknown => (body as { readonly data?: unknown }).data ?? {}

/** `AbortSignal.any`, which some browsers of the baseline lack. */
const eitherSignal = (...signals: readonly AbortSignal[]): AbortSignal => {
  const controller = new AbortController()
  for (const signal of signals) {
    const abort = (): void => controller.abort(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true, signal: controller.signal })
  }
  return controller.signal
}

/** Receives body and status within 60 s; anything other than JSON is a transport error. */
const receive = async (
  fetcher: typeof fetch,
  url: string,
  init: RequestInit,
): Promise<{ body: unknown; status: number }> => {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const signal = init.signal ? eitherSignal(init.signal, timeout) : timeout
  try {
    const response = await fetcher(url, { ...init, signal })
    readServerDate(response)
    const text = await response.text()
    return { body: parseJson(text, response.status), status: response.status }
  } catch (cause) {
    if (cause instanceof ApiError || init.signal?.aborted === true) throw cause
    if (timeout.aborted)
      throw new ApiError({ kind: 'timeout', code: 0, status: 0, message: 'timeout', cause })
    throw transportError(cause instanceof Error ? cause.message : String(cause), 0, cause)
  }
}

const parseJson = (text: string, status: number): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw transportError(text.slice(0, 1_000), status, cause)
  }
}
