/** A bare Fastify as a separate program; `PORT` is its port. */
import Fastify from 'fastify'

const app = Fastify()
app.get('/', async () => ({ code: 0, message: 'ok', data: null }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
