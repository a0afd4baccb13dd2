/**
 * The signing process's listener: a Unix socket, or HTTPS for clients with a certificate of its authority.
 */

import { lstat, rm } from 'node:fs/promises'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import type { Logger } from 'pino'
import { Counter, Gauge, type Registry } from 'prom-client'
import * as z from 'zod'
import type { SignerTls } from '../../../platform/config/config-types.ts'
import { FatalError } from '../../../platform/errors.ts'
import { ORDER_TEXT_MAX, SIGN_BATCH_MAX, SIGN_BODY_MAX_BYTES, SIGNER_PATHS } from '../signing/signer-wire.ts'
import { REFUSAL_REASONS } from './policy.rules.ts'
import type { PolicySigner, SignOutcome } from './sign-by-policy.ts'

const addressSchema = z.string().regex(/^0x[0-9a-f]{40}$/)
/** The typed data is parsed voucher by voucher, so that an invalid one does not refuse the others. */
const requestSchema = z.strictObject({
  vouchers: z
    .array(
      z.strictObject({
        address: addressSchema,
        typedData: z.unknown(),
        order: z.string().max(ORDER_TEXT_MAX).optional(),
      }),
    )
    .max(SIGN_BATCH_MAX),
})

const HANDSHAKE_TIMEOUT_MS = 3_000
/** Its clients are the APIs, a few connections each. */
const CONNECTIONS_MAX = 256
/** Short timeouts, so that clients without a certificate hold no connection for long. */
const PATIENCE = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 }
/** Read and write for the owner and the group: the API's user is in the group. */
const SOCKET_UMASK = 0o117

export type Listen =
  | { readonly socket: string }
  | { readonly host: string; readonly port: number; readonly tls: SignerTls }

const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > SIGN_BODY_MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const parseBody = (text: string | undefined) => {
  if (text === undefined) return undefined
  try {
    return requestSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // not JSON: answered like any other unknown request
  }
}

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const createMetrics = (signer: PolicySigner, registry: Registry) => {
  const signed = new Counter({
    name: 'signer_signed_total',
    help: 'Vouchers signed by the signing process since its start',
    registers: [registry],
  })
  const refused = new Counter({
    name: 'signer_refused_total',
    help: 'Vouchers that the signing process refused since its start, by reason',
    labelNames: ['reason'] as const,
    registers: [registry],
  })
  for (const reason of REFUSAL_REASONS) refused.inc({ reason }, 0)
  new Gauge({
    name: 'signer_cap_used_ratio',
    help: 'Part of a cap that was signed within 24 hours; at 1 more of it is refused',
    labelNames: ['cap'] as const,
    registers: [registry],
    collect() {
      for (const { cap, used, limit } of signer.caps()) {
        this.set({ cap }, limit === 0n ? 1 : Number((used * 10_000n) / limit) / 10_000)
      }
    },
  })
  return (answers: readonly SignOutcome[]): void => {
    for (const one of answers) {
      if ('refused' in one) refused.inc({ reason: one.refused })
      else signed.inc()
    }
  }
}

const listener = (
  signer: PolicySigner,
  registry: Registry,
  fail: (error: unknown) => void,
): RequestListener => {
  const count = createMetrics(signer, registry)
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const route = `${request.method} ${request.url}`
    if (route === `GET ${SIGNER_PATHS.addresses}`)
      return answer(response, 200, { addresses: signer.addresses })
    if (route === `GET ${SIGNER_PATHS.caps}`) {
      const caps = signer.caps().map(({ cap, used, limit }) => ({ cap, used: `${used}`, limit: `${limit}` }))
      return answer(response, 200, { caps })
    }
    if (route === 'GET /metrics') {
      response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
      return
    }
    if (route !== `POST ${SIGNER_PATHS.sign}`) return answer(response, 404, { error: 'no such path' })
    const body = parseBody(await bodyOf(request))
    if (!body) return answer(response, 400, { error: 'no request of ours' })
    const results = await signer.sign(body.vouchers as Parameters<PolicySigner['sign']>[0])
    count(results)
    return answer(response, 200, { results })
  }
  return (request, response) => {
    respond(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return // the client disconnected during its request
      response.destroy()
      fail(error)
    })
  }
}

const isServed = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const client = connect(socket)
    client.once('connect', () => {
      client.destroy()
      resolve(true)
    })
    client.once('error', () => resolve(false))
  })

/** Removes the socket of a killed process; a socket that is in use remains. */
const freeSocket = async (socket: string): Promise<void> => {
  const found = await lstat(socket).catch(() => undefined)
  if (found && !found.isSocket()) throw new FatalError(`SIGNER_LISTEN: ${socket} is a file, and no socket`)
  if (await isServed(socket)) throw new FatalError(`SIGNER_LISTEN: ${socket} is another process's`)
  await rm(socket, { force: true })
}

const opened = (server: Server, listen: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new FatalError(`SIGNER_LISTEN: it cannot listen there (${cause.code})`, { cause })),
    )
    server.once('listening', resolve)
    listen()
  })

const listenOn = async (server: Server, where: Listen): Promise<void> => {
  if (!('socket' in where)) return opened(server, () => server.listen(where.port, where.host))
  await freeSocket(where.socket)
  const before = process.umask(SOCKET_UMASK)
  await opened(server, () => server.listen(where.socket)).finally(() => process.umask(before))
}

/** Accepts requests only from clients with a certificate of `ca`. */
const createListener = (where: Listen, handle: RequestListener, logger: Logger): Server => {
  if ('socket' in where) return createServer(PATIENCE, handle)
  const mutual = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' } as const
  const options = { ...where.tls, ...mutual, ...PATIENCE, handshakeTimeout: HANDSHAKE_TIMEOUT_MS }
  const server = createTlsServer(options, handle)
  server.on('tlsClientError', (error) => logger.warn({ err: error }, 'a client was refused'))
  return server
}

/**
 * Resolves once it listens. `failed` rejects when a voucher could not be recorded: the process must then end.
 */
export const serveSigner = async (
  where: Listen,
  { signer, logger, registry }: { signer: PolicySigner; logger: Logger; registry: Registry },
): Promise<{ readonly port: number; readonly failed: Promise<never>; stop(): Promise<void> }> => {
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => undefined)
  const server = createListener(where, listener(signer, registry, failure.reject), logger)
  server.maxConnections = CONNECTIONS_MAX
  await listenOn(server, where)
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    failed: failure.promise,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}
