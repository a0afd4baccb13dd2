import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isHealthRoute } from './health-routes.ts'

const SLOW_MS = 1_000
const FAILED_STATUS_MIN = 500

/**
 * Logs one line for a share of the requests, and for each that took a second or ended with a status of 500 or
 * more. It has the route's pattern, never the URL, and nothing of headers, body or caller.
 */
export const logRequests = (
  app: FastifyInstance,
  {
    sample,
    traceIdOf,
    random = Math.random,
  }: {
    /** From 0 to 1. */
    readonly sample: number
    readonly traceIdOf: (request: FastifyRequest) => string | undefined
    readonly random?: () => number
  },
): void => {
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime }) => {
    const { url: route, config } = request.routeOptions
    if (isHealthRoute(route)) return
    const isSlow = elapsedTime >= SLOW_MS && !config.isStream
    if (!isSlow && status < FAILED_STATUS_MIN && random() >= sample) return
    const { method } = request
    const traceId = traceIdOf(request)
    const line = {
      method,
      route: route ?? 'none',
      call: config.call?.name,
      status,
      durationMs: Math.round(elapsedTime),
    }
    request.log.info(traceId === undefined ? line : { ...line, traceId }, 'request')
  })
}
