/** A minimal version of the production proxy in front of the APIs: requests in turn. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 10

export interface Proxy {
  readonly port: number
  /** Routes new requests to these ports. Resolves when no other one has a request in progress. */
  route(ports: readonly number[]): Promise<void>
  close(): Promise<void>
}

const isRefused = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED'

export const startProxy = async (): Promise<Proxy> => {
  let backends: readonly number[] = []
  let turn = 0
  /** Requests in progress, by port. */
  const underWay = new Map<number, number>()
  const count = (port: number, change: 1 | -1) => underWay.set(port, (underWay.get(port) ?? 0) + change)
  /** Forwards a request; after a refused connection it tries the next port, like nginx and HAProxy. */
  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    tries: number,
  ): void => {
    turn += 1
    const { method, url: path, headers } = incoming
    const port = backends[turn % backends.length] ?? 0
    count(port, 1)
    const backend = request({ host: 'localhost', port, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    backend.on('close', () => count(port, -1))
    backend.on('error', (error) => {
      if (isRefused(error) && tries > 1) forward(incoming, body, outgoing, tries - 1)
      else outgoing.destroy(error)
    })
    backend.end(body)
  }
  const server = createServer((incoming, outgoing) => {
    buffer(incoming).then(
      (body) => forward(incoming, body, outgoing, backends.length + 1),
      (error: Error) => outgoing.destroy(error),
    )
  })
  // A client's idle connection is never closed while it may be sending a request.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    route: async (ports) => {
      backends = ports
      const isLeft = ([port, requests]: [number, number]) => requests > 0 && !backends.includes(port)
      while ([...underWay].some(isLeft)) await delay(POLL_MS)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
