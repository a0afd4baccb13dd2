import { setTimeout as delay } from 'node:timers/promises'
import type { Attributes, Span, SpanContext, Context as SpanParent, Tracer } from '@opentelemetry/api'
import type { Logger } from 'pino'
import type { ActiveSpan, SpanKind } from './traced.ts'

export interface TracesSettings {
  /** Destination of spans: OTLP over HTTP, as JSON. May contain a key: never logged. */
  readonly url: string
  /** Share of the requests that are traced, from 0 to 1, unless a trusted proxy has decided. */
  readonly sample: number
}

export interface RequestSpan extends ActiveSpan {
  readonly isSampled: boolean
  readonly traceId: string
  /** Called when the response has been sent. */
  respond(route: string | undefined, status: number): void
}

export interface Tracing {
  /** `traceparent`: from a trusted proxy (W3C Trace Context), whose sampling decision is followed. */
  beginRequest(method: string, traceparent: string | undefined): RequestSpan
  /**
   * Sends pending spans; gives up after 3 s, so that an unavailable collector does not delay the process's
   * end.
   */
  close(): Promise<void>
}

const CLOSE_WITHIN_MS = 3_000

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

const spanContextOf = (traceparent: string | undefined): SpanContext | undefined => {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags || traceparent?.startsWith('ff')) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}

/** Its SQLSTATE or the system's code, or its name; never its text, which may quote values. */
const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

const ATTRIBUTES: Readonly<Record<SpanKind, (name: string) => Attributes>> = {
  sql: (name) => ({ 'db.system.name': 'postgresql', 'db.query.summary': name }),
  transaction: () => ({ 'db.system.name': 'postgresql' }),
  rpc: (name) => ({ 'rpc.system.name': 'jsonrpc', 'rpc.method': name }),
}

/**
 * Traces of requests by OpenTelemetry's SDK, sent in batches. Its packages are loaded only here, and cost
 * nothing with tracing off.
 */
export const openTracing = async (
  { url, sample }: TracesSettings,
  logger: Pick<Logger, 'warn'>,
): Promise<Tracing> => {
  const api = await import('@opentelemetry/api')
  const sdk = await import('@opentelemetry/sdk-trace-base')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const warn = (message: string, ...more: unknown[]) =>
    logger.warn({ tracing: [message, ...more].map(String) }, 'tracing')
  const silent = () => undefined
  api.diag.setLogger(
    { error: warn, warn: warn, info: silent, debug: silent, verbose: silent },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'digital-rights-api' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sample) }),
    spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  const tracer: Tracer = provider.getTracer('digital-rights')

  const activeOf = (span: Span, parent: SpanParent): ActiveSpan => ({
    begin: (kind, name) => {
      const options = { kind: api.SpanKind.CLIENT, attributes: ATTRIBUTES[kind](name) }
      const child = tracer.startSpan(`${kind} ${name}`, options, parent)
      return activeOf(child, api.trace.setSpan(parent, child))
    },
    end: (error) => {
      if (error !== undefined) {
        span.setAttribute('error.type', typeOf(error))
        span.setStatus({ code: api.SpanStatusCode.ERROR })
      }
      span.end()
    },
  })

  return {
    beginRequest: (method, traceparent) => {
      const remote = spanContextOf(traceparent)
      const above = remote ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote) : api.ROOT_CONTEXT
      const options = { kind: api.SpanKind.SERVER, attributes: { 'http.request.method': method } }
      const span = tracer.startSpan(method, options, above)
      return {
        ...activeOf(span, api.trace.setSpan(above, span)),
        isSampled: span.isRecording(),
        traceId: span.spanContext().traceId,
        respond: (route, status) => {
          if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route)
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    close: async () => {
      const sent = provider.shutdown().catch((error: unknown) => warn('the last spans were not sent', error))
      await Promise.race([sent, delay(CLOSE_WITHIN_MS, undefined, { ref: false })])
    },
  }
}
