import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** Durations of API calls by name and HTTP status; what is no call (assets, docs) counts as `other`. */
export const measureRequests = (app: FastifyInstance, registry: Registry): void => {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['call', 'status'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.isStream) return // hours, and no answer
    const call = request.routeOptions.config.call?.name ?? 'other'
    duration.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })
}

/** What counts the requests that penalties.ts refuses. */
export const countRefusals = (registry: Registry): (() => void) => {
  const refused = new Counter({
    name: 'http_rubbish_refused_total',
    help: 'Requests of addresses and accounts that have sent too many malformed ones, refused unread',
    registers: [registry],
  })
  return () => refused.inc()
}
