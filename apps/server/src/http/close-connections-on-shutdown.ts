import type { FastifyInstance } from 'fastify'

const LOOK_MS = 50

/**
 * At the end a connection that is answered is closed. One that was in use when the server began to end would
 * otherwise be kept for its next request, 72 seconds long, and the process with it.
 */
export const closeConnectionsOnShutdown = (app: FastifyInstance): void => {
  let ending = false
  app.addHook('preClose', (done) => {
    ending = true
    if (!app.server.listening) return done()
    // Those whose answers were on their way already.
    const looking = setInterval(() => app.server.closeIdleConnections(), LOOK_MS)
    app.server.once('close', () => clearInterval(looking))
    looking.unref()
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (ending) void reply.header('connection', 'close')
    done(null, payload)
  })
}
