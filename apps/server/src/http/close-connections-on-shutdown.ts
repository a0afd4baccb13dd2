import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const LOOK_MS = 50

/**
 * At the end a connection that is answered is closed. One that was in use when the server began to end would
 * otherwise be kept for its next request, 72 seconds long, and the process with it; one that a browser opened
 * ahead and has not used yet, which Node does not count among the idle ones, a minute long.
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
    // Those whose answers were on their way already.
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
