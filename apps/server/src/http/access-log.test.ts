import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../platform/logger.ts'
import { logRequests } from './access-log.ts'

const start = (sample: number, random: () => number) => {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  })
  onTestFinished(() => app.close())
  logRequests(app, { sample, random, traceIdOf: () => undefined })
  app.get('/well/:id', async () => 'well')
  app.get('/slow', async () => {
    await delay(1_050)
    return 'slow'
  })
  app.get('/failed', async (_, reply) => reply.code(503).send('away'))
  app.get('/refused', async (_, reply) => reply.code(400).send('no'))
  app.get('/healthz', async () => 'ok')
  const routes = async (...urls: readonly string[]) => {
    for (const url of urls) await app.inject({ method: 'GET', url })
    return lines.map(({ route }) => route)
  }
  return { lines, routes }
}

test('logs a sample of answered and refused requests by route, not by URL; no health checks', async () => {
  const draws = [0.009, 0.01, 0.5, 0]
  const { lines, routes } = start(0.01, () => draws.shift() ?? 1)
  expect(await routes('/healthz', '/well/0xabc?secret=1', '/well/2', '/refused', '/nowhere/0xabc')).toEqual([
    '/well/:id',
    'none',
  ])
  expect(lines[0]).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: expect.any(String),
    method: 'GET',
    route: '/well/:id',
    status: 200,
    durationMs: expect.any(Number),
    msg: 'request',
  })
})

test('logs every slow or failed request, whatever the sample', async () => {
  const { routes } = start(0, () => 0)
  expect(await routes('/well/1', '/slow', '/failed')).toEqual(['/slow', '/failed'])
})
