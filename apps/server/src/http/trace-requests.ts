import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestSpan, Tracing } from '../platform/tracing/open-tracing.ts'
import { withSpan } from '../platform/tracing/traced.ts'
import { isHealthRoute } from './health-routes.ts'

/**
 * Whether a trusted proxy has forwarded it: with `TRUST_PROXY` there are more addresses than the peer's.
 * Otherwise a client's own `traceparent` could have each of its requests sampled.
 */
const isFromTrustedProxy = ({ ips }: FastifyRequest): boolean => (ips?.length ?? 0) > 1

const traceparentOf = (request: FastifyRequest): string | undefined => {
  const { traceparent } = request.headers
  return typeof traceparent === 'string' && isFromTrustedProxy(request) ? traceparent : undefined
}

/**
 * Traces requests, except streams, which last for hours, and health checks. Returns the request's trace id,
 * for its log line.
 */
export const traceRequests = (
  app: FastifyInstance,
  tracing: Tracing,
): ((request: FastifyRequest) => string | undefined) => {
  const spans = new WeakMap<FastifyRequest, RequestSpan>()
  app.addHook('onRequest', (request, _, done) => {
    const { url, config } = request.routeOptions
    if (config.isStream || isHealthRoute(url)) return done()
    const span = tracing.beginRequest(request.method, traceparentOf(request))
    spans.set(request, span)
    if (span.isSampled) withSpan(span, done)
    else done()
  })
  // The body is read by the socket, outside the context that `onRequest` has begun.
  app.addHook('preValidation', (request, _, done) => {
    const span = spans.get(request)
    if (span?.isSampled) withSpan(span, done)
    else done()
  })
  app.addHook('onResponse', async (request, { statusCode }) => {
    spans.get(request)?.respond(request.routeOptions.url, statusCode)
  })
  return (request) => spans.get(request)?.traceId
}
