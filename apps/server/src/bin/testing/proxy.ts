/** What a proxy in front of the APIs does for them in production, as small as a test needs it: each request by turns. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Proxy {
  readonly port: number
  /** Requests that come from now on go to these; those under way stay where they are. */
  route(ports: readonly number[]): void
  close(): Promise<void>
}

const isRefused = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED'

export const startProxy = async (): Promise<Proxy> => {
  let backends: readonly number[] = []
  let turn = 0
  /** A connection that was refused has brought nothing: the next one is asked, as nginx and HAProxy do. */
  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, tries: number): void => {
    turn += 1
    const { method, url: path, headers } = incoming
    const port = backends[turn % backends.length]
    const backend = request({ host: 'localhost', port, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
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
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    route: (ports) => {
      backends = ports
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
