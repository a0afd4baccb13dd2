/**
 * Many open streams of live updates in a separate process: `node streams.ts <port> <count>`. Prints `open`
 * once all are, and at each SIGUSR2, as JSON, the delays of the messages since the last one. A block's
 * number is the time of its commit, milliseconds since 1970.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { LIVE_PATH } from '@dr/protocol/live'

const [port = 0, count = 0] = process.argv.slice(2).map(Number)
/** The server accepts 2,000 from one address. */
const STREAMS_AN_ADDRESS = 1_500
const OPENED_AT_ONCE = 100
const MESSAGE = /"blockNumber":(\d+)/g

let delays: number[] = []

const read = (socket: Socket): void => {
  let rest = ''
  socket.on('data', (chunk: Buffer) => {
    const now = Date.now()
    const text = rest + chunk.toString('latin1')
    const end = text.lastIndexOf('\n\n')
    rest = text.slice(end + 1)
    for (const [, committedAt] of text.slice(0, end + 1).matchAll(MESSAGE))
      delays.push(now - Number(committedAt))
  })
  socket.on('close', () => {
    throw new Error('a stream was closed')
  })
}

const open = async (index: number): Promise<void> => {
  const localAddress = `127.0.0.${2 + Math.floor(index / STREAMS_AN_ADDRESS)}`
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  await once(socket, 'connect')
  socket.write(`GET ${LIVE_PATH} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  if (!first.includes('HTTP/1.1 200')) throw new Error(first.toString())
  read(socket)
}

for (let first = 0; first < count; first += OPENED_AT_ONCE) {
  const some = Array.from({ length: Math.min(OPENED_AT_ONCE, count - first) }, (_, n) => open(first + n))
  await Promise.all(some)
}
process.on('SIGUSR2', () => {
  const sorted = delays.toSorted((a, b) => a - b)
  delays = []
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const report = { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
  process.stdout.write(`${JSON.stringify(report)}\n`)
})
process.stdout.write('open\n')
