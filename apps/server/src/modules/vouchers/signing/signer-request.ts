/** One request to the signing process over a kept connection. */
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { SignerEndpoint } from '../../../platform/config/config-types.ts'
import { SIGN_TIMEOUT_MS, SignerUnavailableError } from './voucher-signer.ts'

const ANSWER_MAX_BYTES = 1_048_576
const CONNECTIONS_MAX = 8
const CLOSED: ReadonlySet<string | undefined> = new Set(['ECONNRESET', 'EPIPE'])

export type AskSigner = (path: string, body?: unknown) => Promise<unknown>

const readAnswer = (request: ClientRequest, body: string | undefined): Promise<unknown> =>
  new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes > ANSWER_MAX_BYTES) request.destroy(new Error('its answer is too long'))
      })
      response.once('error', reject)
      response.once('end', () => {
        if (response.statusCode !== 200) return reject(new Error(`it answered ${response.statusCode}`))
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
        } catch (error) {
          reject(error)
        }
      })
    })
    request.end(body)
  })

const opener = (endpoint: SignerEndpoint): ((options: RequestOptions) => ClientRequest) => {
  const kept = { keepAlive: true, maxSockets: CONNECTIONS_MAX }
  if ('socket' in endpoint) {
    const agent = new HttpAgent(kept)
    return (options) => httpRequest({ ...options, agent, socketPath: endpoint.socket })
  }
  const agent = new HttpsAgent({ ...kept, ...endpoint.tls, minVersion: 'TLSv1.3' })
  const { hostname, port } = new URL(endpoint.url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1') // an IPv6 address, which a URL has in brackets
  return (options) => httpsRequest({ ...options, agent, host, port })
}

/** Rejects with SignerUnavailableError within `SIGN_TIMEOUT_MS`. */
export const createSignerRequest = (endpoint: SignerEndpoint): AskSigner => {
  const open = opener(endpoint)
  const ask = async (options: RequestOptions, body: string | undefined): Promise<unknown> => {
    const request = open(options)
    try {
      return await readAnswer(request, body)
    } catch (error) {
      // A restarted process has closed its kept connections. The request is repeated, which is harmless.
      const isStale = request.reusedSocket && CLOSED.has((error as NodeJS.ErrnoException).code)
      if (!isStale || options.signal?.aborted) throw error
      return ask(options, body)
    }
  }
  return async (path, body) => {
    const signal = AbortSignal.timeout(SIGN_TIMEOUT_MS)
    try {
      return await ask(
        {
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: body === undefined ? {} : { 'content-type': 'application/json' },
          signal,
        },
        body === undefined ? undefined : JSON.stringify(body),
      )
    } catch (cause) {
      throw new SignerUnavailableError('SIGNER_URL: the signing process does not answer', { cause })
    }
  }
}
