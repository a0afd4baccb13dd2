/** A client of a server over HTTP: seals requests and signs in like the web app. */
import { CALLS } from '@dr/protocol/calls/index'
import { importPublicKey, sealRequest } from '@dr/protocol/envelope'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

interface Answer<Data = unknown> {
  readonly code: number
  readonly data: Data
}

interface SignedIn {
  readonly token: string
}

interface Sealed {
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

interface SignInOptions {
  readonly origin?: string
  readonly nonceFrom?: TestClient
  readonly more?: object
}

export interface TestClient {
  /** `Data`: the type that the caller expects; the server itself validates its schema. */
  get<Data = unknown>(path: string): Promise<Answer<Data>>
  /** Without a body nothing is encrypted. */
  seal(path: string, body: unknown, token?: string): Promise<Sealed>
  send(request: Sealed): Promise<Answer>
  /** A signed sign-in message with a new nonce. */
  prove(
    wallet: PrivateKeyAccount,
    options?: SignInOptions,
  ): Promise<{ address: string; message: string; signature: string }>
  /** Signed and sealed, to be sent at any time and to any server. */
  sealSignIn(wallet: PrivateKeyAccount, path: string, options?: SignInOptions): Promise<Sealed>
  signIn(wallet: PrivateKeyAccount, path: string, options?: SignInOptions): Promise<Answer<SignedIn>>
}

/** `onAnswer`: called with each answer, its status and headers. */
export const createTestClient = (
  port: number,
  onAnswer: (response: Response, answer: Answer) => void = () => undefined,
): TestClient => {
  const base = `http://localhost:${port}`
  const ask = async <Data>(path: string, request?: RequestInit): Promise<Answer<Data>> => {
    const response = await fetch(base + path, request)
    const answer = (await response.json()) as Answer<Data>
    onAnswer(response, answer)
    return answer
  }
  const get = <Data>(path: string): Promise<Answer<Data>> => ask(path)
  const seal: TestClient['seal'] = async (path, body, token) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    if (body === undefined) return { path, headers: { ...authorization } }
    const { data } = await get<{ keys: { keyId: string; spki: string }[] }>(CALLS.publicKeys.path)
    const [key] = data.keys
    if (!key) throw new Error('no key')
    const sealed = await sealRequest({
      publicKey: await importPublicKey(key.spki),
      keyId: key.keyId,
      context: { method: 'POST', path, timestamp: String(Date.now()) },
      body,
    })
    return {
      path,
      headers: { 'content-type': 'application/json', ...sealed.headers, ...authorization },
      body: JSON.stringify(sealed.body),
    }
  }
  const send: TestClient['send'] = ({ path, ...request }) => ask(path, { method: 'POST', ...request })
  const client: TestClient = {
    get,
    seal,
    send,
    prove: async (wallet, { origin = base, nonceFrom = client } = {}) => {
      const noncePath = `/api/v1/users/nonce/${wallet.address}`
      const { code, data } = await nonceFrom.get<{ nonce: string }>(noncePath)
      if (code !== 0) throw new Error(`no nonce to sign: ${code}`)
      const message = createSiweMessage({
        address: wallet.address,
        chainId: 31_337,
        domain: new URL(origin).host,
        uri: origin,
        version: '1',
        nonce: data.nonce,
        issuedAt: new Date(),
      })
      return { address: wallet.address, message, signature: await wallet.signMessage({ message }) }
    },
    sealSignIn: async (wallet, path, options = {}) =>
      seal(path, { ...(await client.prove(wallet, options)), ...options.more }),
    signIn: async (wallet, path, options) =>
      (await send(await client.sealSignIn(wallet, path, options))) as Answer<SignedIn>,
  }
  return client
}
