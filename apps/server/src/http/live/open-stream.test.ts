/** A client that does not read, with a real connection. */
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { mutableClock } from '@dr/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { openStream } from './open-stream.ts'

const MESSAGE = { prices: { DR: '1'.repeat(4_000) } }

const openSlow = async () => {
  const answering = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => answering.resolve(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const reader = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  onTestFinished(() => void reader.destroy())
  reader.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  reader.pause()
  const response = await answering.promise
  const clock = mutableClock()
  const now = () => clock.now().getTime()
  const stream = openStream(response, { owner: undefined, network: 'test', now })
  return { reader, response, stream, now, advance: clock.advance }
}

test('a slow reader holds one message at most, in which nothing is lost', async () => {
  const { reader, response, stream, advance, now } = await openSlow()
  let max = 0
  for (let n = 0; n < 20_000; n += 1) {
    stream.send(`a.${n}`, MESSAGE)
    max = Math.max(max, response.writableLength)
    if (n % 100 === 0) await new Promise(setImmediate)
  }
  expect(max).toBeGreaterThan(16_000) // it was full
  expect(max).toBeLessThan(128_000) // Node's buffer, and a message
  stream.send('a.20000', { own: ['orders'], notices: true })
  stream.send('a.20001', { own: ['balances'], block: { blockNumber: 7, timestamp: 8 } })
  stream.heartbeat()
  expect(stream.isStuck(now())).toBe(false)
  advance(31_000)
  expect(stream.isStuck(now())).toBe(true)

  let text = ''
  reader.on('data', (chunk) => {
    text = (text + chunk.toString()).slice(-20_000)
  })
  reader.resume()
  await expect.poll(() => text, { timeout: 20_000 }).toContain('id: a.20001\n')
  const last = JSON.parse(/id: a\.20001\ndata: (.*)\n\n/.exec(text)?.[1] ?? '')
  expect(last).toEqual({
    ...MESSAGE,
    notices: true,
    own: ['balances', 'orders'],
    block: { blockNumber: 7, timestamp: 8 },
  })
  expect(stream.isStuck(now())).toBe(false)
})

test('a connection that is closed while its client does not read is destroyed', async () => {
  const { response, stream } = await openSlow()
  while (!response.socket?.writableNeedDrain) stream.send('a', MESSAGE)
  stream.end('retry: 1000\n\n')
  expect(response.destroyed).toBe(true)
})

test('a stream that is asked for before the answer to an earlier request begins after it', async () => {
  const responses: ServerResponse[] = []
  const server = createServer((_, response) => void responses.push(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const reader = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  onTestFinished(() => void reader.destroy())
  let text = ''
  reader.on('data', (chunk) => {
    text += chunk.toString()
  })
  const request = (path: string) => reader.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  request('/first')
  request('/second')
  await expect.poll(() => responses.length).toBe(2)
  const [first, second] = responses as [ServerResponse, ServerResponse]
  expect(second.socket).toBeNull()

  const stream = openStream(second, { owner: undefined, network: 'test', now: Date.now })
  stream.heartbeat()
  stream.send('a.1', { own: ['orders'] })
  stream.send('a.2', { notices: true })
  first.end('the first answer')
  await expect.poll(() => text).toContain('id: a.2\n')
  stream.send('a.3', { pools: true })
  stream.heartbeat()
  await expect.poll(() => text).toMatch(/:\n\n$/)
  const [, answer = '', events = ''] = text.split('\r\n\r\n')
  expect(answer).toMatch(/^the first answerHTTP\/1\.1 200 OK\r\n/)
  expect(events).toBe(
    'id: a.2\ndata: {"own":["orders"],"notices":true}\n\nid: a.3\ndata: {"pools":true}\n\n:\n\n',
  )
})
