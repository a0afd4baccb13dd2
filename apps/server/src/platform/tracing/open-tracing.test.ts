import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logger.ts'
import { openTracing } from './open-tracing.ts'
import { traced, withSpan } from './traced.ts'

const SECRET = 'COLLECTORKEY'
const TRACE = '0af7651916cd43dd8448eb211c80319c'

/** Accepts connections, but never answers. */
const startHangingCollector = async (): Promise<string> => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?key=${SECRET}`
}

const open = async (url: string, sample: number) => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  return { tracing: await openTracing({ url, sample }, logger), lines }
}

test.each(['refuses', 'hangs'])(
  'a collector that %s keeps nothing from ending, and its key is in no log',
  async (how) => {
    const url = how === 'hangs' ? await startHangingCollector() : `http://127.0.0.1:1/?key=${SECRET}`
    const { tracing, lines } = await open(url, 1)
    const span = tracing.beginRequest('GET', undefined)
    await withSpan(span, () => traced('sql', 'one', async () => 1))
    span.respond('/one', 200)
    const began = performance.now()
    await tracing.close()
    expect(performance.now() - began).toBeLessThan(10_000)
    expect(lines.join('')).not.toContain(SECRET)
  },
)

test.each([
  ['01', 0, true],
  ['00', 1, false],
])('the flags %s of a proxy are followed, whatever the sample', async (flags, sample, isSampled) => {
  const { tracing } = await open('http://127.0.0.1:1/', sample)
  const span = tracing.beginRequest('GET', `00-${TRACE}-b7ad6b7169203331-${flags}`)
  expect([span.isSampled, span.traceId]).toEqual([isSampled, TRACE])
  await tracing.close()
})

test.each(['', 'nonsense', `ff-${TRACE}-b7ad6b7169203331-01`, `00-${'0'.repeat(32)}-b7ad6b7169203331-01`])(
  'what is no traceparent (%s) begins a trace of its own',
  async (traceparent) => {
    const { tracing } = await open('http://127.0.0.1:1/', 0)
    const span = tracing.beginRequest('GET', traceparent)
    expect(span.isSampled).toBe(false)
    expect(span.traceId).not.toBe(TRACE)
    await tracing.close()
  },
)
