import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_MS = 50

/**
 * Closes each connection after its response on shutdown. Otherwise one that was in use when the shutdown
 * began would be kept for its next request, 72 seconds long, and the process with it; one that a browser
 * opened ahead of its use, which Node does not count as idle, a minute long.
 */
export const closeConnectionsOnShutdown = (app: FastifyInstance): void => {
  let ending = false
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  const letGo = (): void => {
    app.server.closeIdleConnections()
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
  }
  app.addHook('preClose', (done) => {
    ending = true
    if (!app.server.listening) return done()
    // Connections whose responses were being sent already.
    const looking = setInterval(letGo, LOOK_MS)
    app.server.once('close', () => clearInterval(looking))
    looking.unref()
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (ending) void reply.header('connection', 'close')
    done(null, payload)
  })
}
