/** A server as a process, a proxy's `traceparent`, and a receiver of OTLP over HTTP. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { CALLS } from '@dr/protocol/calls/index'
import { describeOnPostgres, openTestPostgres, testWallet } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { prepareData } from '../app/server-data.ts'
import { startChain } from '../app/test-app.ts'
import { startServerProcess } from './server-process.ts'

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
})
/** The used part of OTLP's ExportTraceServiceRequest in JSON. */
const requestSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})
type Span = z.output<typeof spanSchema>

const SERVER_KIND = 2
const PARENT = 'b7ad6b7169203331'
const traceIdOf = (digit: string) => digit.repeat(32)
const SECRET = 'COLLECTORKEY'

const startReceiver = async () => {
  const spans: Span[] = []
  const texts: string[] = []
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        texts.push(JSON.stringify(body))
        for (const { scopeSpans } of requestSchema.parse(body).resourceSpans)
          spans.push(...scopeSpans.flatMap((scope) => scope.spans))
        response.setHeader('content-type', 'application/json').end('{}')
      },
      (error: Error) => response.writeHead(400).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1/traces?key=${SECRET}`, spans, texts }
}

const linesOf = (said: string): Record<string, unknown>[] =>
  said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describeOnPostgres('traces and the access log of a server', () => {
  test('one trace from the proxy’s span to SQL and RPC, and nothing of the user in it; its id is in the log', async () => {
    const chain = await startChain()
    onTestFinished(() => chain.anvil.stop())
    await chain.anvil.client.setIntervalMining({ interval: 1 })
    const { database, url } = await openTestPostgres()
    onTestFinished(() => database.close())
    const { url: receiver, spans, texts } = await startReceiver()
    const server = await startServerProcess({
      PORT: '0',
      DATA_DIR: await prepareData(chain),
      RPC_URLS: chain.anvil.url,
      DATABASE_URL: url,
      DATABASE_POOL_MAX: '4',
      TRUST_PROXY: 'loopback',
      TRACES_URL: receiver,
      TRACES_SAMPLE: '0',
      ACCESS_LOG_SAMPLE: '1',
    })
    const ask = async (path: string, digit: string, headers: Record<string, string>) => {
      const traceparent = `00-${traceIdOf(digit)}-${PARENT}-01`
      const { status } = await fetch(`http://localhost:${server.port}${path}`, {
        headers: { traceparent, ...headers },
      })
      expect(status).toBe(200)
    }
    const proxied = { 'x-forwarded-for': '203.0.113.7' }
    const { address } = testWallet('traced')
    await ask(CALLS.swapTokens.path, '1', proxied)
    await ask(`/api/v1/users/nonce/${address}`, '2', proxied)
    await ask(CALLS.products.path, '3', {}) // a client's own: not trusted
    await ask('/readyz', '4', proxied)
    expect(await server.stop()).toBe(0)

    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([traceIdOf('1'), traceIdOf('2')]))
    const trace = spans.filter(({ traceId }) => traceId === traceIdOf('1'))
    const [request, ...others] = trace.filter(({ kind }) => kind === SERVER_KIND)
    expect(others).toEqual([])
    expect(request).toMatchObject({ name: `GET ${CALLS.swapTokens.path}`, parentSpanId: PARENT })
    const ids = new Map(trace.map((span) => [span.spanId, span]))
    for (const span of trace.filter((each) => each !== request)) {
      expect(ids.has(span.parentSpanId ?? '')).toBe(true)
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
    }
    expect(trace.some(({ name }) => name.startsWith('sql '))).toBe(true)
    expect(trace.some(({ name }) => name === 'rpc eth_call')).toBe(true)

    const sent = texts.join('').toLowerCase()
    for (const hidden of [address, '203.0.113.7', '127.0.0.1', 'select '])
      expect(sent).not.toContain(hidden.toLowerCase())

    const said = server.said()
    const logged = linesOf(said).filter(({ msg }) => msg === 'request')
    expect(logged).toHaveLength(3)
    expect(logged[0]).toMatchObject({
      level: 'info',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      route: CALLS.swapTokens.path,
      call: CALLS.swapTokens.name,
      status: 200,
      durationMs: expect.any(Number),
      traceId: traceIdOf('1'),
    })
    expect(JSON.stringify(logged)).not.toContain(address)
    expect(said).not.toContain(SECRET)
  })
})
