/** Node client of the API, like the app's: encrypted bodies, a session, the protocol's definitions. */
import type { Call, RequestOf, ResponseOf } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import type { LocalAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** Refusal by the server with an error code. */
export class Refused extends Error {
  override readonly name: string = 'Refused'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(`${code} ${message}`)
    this.code = code
    this.data = data
  }
}

/** 503: the database is temporarily unavailable. The request may have been processed. */
export class Unavailable extends Refused {
  override readonly name: string = 'Unavailable'
}

/** Unknown result: the connection was lost, or no answer came. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

type PublicKey = Awaited<ReturnType<typeof importPublicKey>>
const TIMEOUT_MS = 10_000
const STATEMENT = 'Sign in to Digital Rights.'

interface Answer {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export interface ApiClient {
  call<C extends Call>(
    call: C,
    request?: RequestOf<C>,
    params?: Record<string, string>,
  ): Promise<ResponseOf<C>>
  /** Registers the wallet under `inviteCode`, or signs in a known one; stores the session. */
  signIn(wallet: LocalAccount, inviteCode: string): Promise<void>
}

const fetchAnswer = async (url: string, init: RequestInit): Promise<Answer> => {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { ...((await response.json()) as Answer), status: response.status }
  } catch (cause) {
    throw new NoAnswer(`${url} did not answer`, { cause })
  }
}

const UNAVAILABLE_STATUS = 503
const INTERNAL = 10_001

const unwrap = ({ status, code, message, data }: Answer): unknown => {
  if (status === UNAVAILABLE_STATUS && code === INTERNAL) throw new Unavailable(code, message, data)
  if (code !== 0) throw new Refused(code, message, data)
  return data
}

export const createApiClient = ({ url, chainId }: { url: string; chainId: number }): ApiClient => {
  let token: string | undefined
  let key: { readonly id: string; readonly publicKey: PublicKey } | undefined

  const encryptionKey = async () => {
    if (key) return key
    const answer = unwrap(await fetchAnswer(url + CALLS.publicKeys.path, {}))
    const [first] = (answer as ResponseOf<typeof CALLS.publicKeys>).keys
    if (!first) throw new Error('the server has no encryption key')
    key = { id: first.keyId, publicKey: await importPublicKey(first.spki) }
    return key
  }

  const seal = async (method: string, path: string, body: unknown) => {
    const { id, publicKey } = await encryptionKey()
    const context = { method, path, timestamp: String(Date.now()) }
    const { headers, body: sealed } = await sealRequest({ publicKey, keyId: id, context, body })
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(sealed) }
  }

  const call: ApiClient['call'] = async (definition, request, params = {}) => {
    const path = definition.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const isRead = definition.method === 'GET'
    const query = isRead && request ? `?${new URLSearchParams(request as Record<string, string>)}` : ''
    const session: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const sealed = request === undefined || isRead ? undefined : await seal(definition.method, path, request)
    const answer = await fetchAnswer(url + path + query, {
      method: definition.method,
      headers: { ...session, ...sealed?.headers },
      ...(sealed ? { body: sealed.body } : {}),
    })
    return unwrap(answer) as ResponseOf<typeof definition>
  }

  const signIn: ApiClient['signIn'] = async (wallet, inviteCode) => {
    const { address } = wallet
    const { nonce } = await call(CALLS.getNonce, undefined, { address })
    const message = createSiweMessage({
      address,
      chainId,
      nonce,
      domain: new URL(url).host,
      uri: url,
      statement: STATEMENT,
      version: '1',
      issuedAt: new Date(),
    })
    const signature = await wallet.signMessage({ message })
    const proof = { address, message, signature }
    try {
      ;({ token } = await call(CALLS.register, { ...proof, inviteCode }))
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 1020) throw error
      ;({ token } = await call(CALLS.login, proof))
    }
  }
  return { call, signIn }
}
