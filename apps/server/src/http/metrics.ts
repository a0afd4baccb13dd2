import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { isHealthRoute } from './health-routes.ts'

/**
 * Outcomes of a response by who has to act: none; the client; the developers (an error of ours); the operator
 * or time (something is unavailable).
 */
const OUTCOMES = ['success', 'refused', 'failed', 'unavailable'] as const
type Outcome = (typeof OUTCOMES)[number]

const outcomeOf = (status: number): Outcome => {
  if (status < 400) return 'success'
  if (status < 500) return 'refused'
  return status === 500 ? 'failed' : 'unavailable'
}

export type RequestMetrics = ReturnType<typeof createRequestMetrics>

export const createRequestMetrics = (registry: Registry) => {
  const responses = new Counter({
    name: 'http_responses_total',
    help: 'Responses by outcome; refused: 4xx, failed: 500, unavailable: 503 and other 5xx. Without health checks',
    labelNames: ['outcome'] as const,
    registers: [registry],
  })
  for (const outcome of OUTCOMES) responses.inc({ outcome }, 0)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['call', 'status'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  return { responses, duration }
}

/**
 * Durations of API calls by name and HTTP status; other routes (assets, docs) count as `other`. Responses by
 * outcome, from zero.
 */
export const measureRequests = (app: FastifyInstance, { responses, duration }: RequestMetrics): void => {
  app.addHook('onResponse', async ({ routeOptions: { url, config } }, reply) => {
    if (!isHealthRoute(url)) responses.inc({ outcome: outcomeOf(reply.statusCode) })
    if (config.isStream) return // takes hours, and is no response time
    const call = config.call?.name ?? 'other'
    duration.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })
}
