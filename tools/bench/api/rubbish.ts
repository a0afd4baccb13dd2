/**
 * Invalid requests from many addresses in a separate process: `node rubbish.ts <port> <addresses> <a
 * second> <key id>`. Prints `open` once all connections are. SIGUSR1 starts or ends it; at the end it
 * prints the number sent, the duration (milliseconds), and the answers by HTTP status as JSON.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { HEADERS } from '@dr/protocol/call'
import { CALLS } from '@dr/protocol/calls/index'

const [port = 0, addresses = 0, perSecond = 0] = process.argv.slice(2).map(Number)
const keyId = String(process.argv[5])
const STEP_MS = 2
/** Maximum sent at one time, even after this process was suspended. */
const AT_ONCE = 20
const OPENED_AT_ONCE = 100
const RSA_BYTES = 256
const SEALED_BYTES = 120
/** Age that the server refuses. */
const OLD_MS = 3_600_000
/** Number of prepared requests of each kind, sent in turn. */
const PREPARED = 250
const ANSWER_BEGINS = Buffer.from('HTTP/1.1 ')
const STATUS_AT = ANSWER_BEGINS.length
const STATUS_LENGTH = 3

const post = (path: string, headers: Record<string, string>, body = ''): Buffer => {
  const all = { host: 'localhost', 'content-type': 'application/json', 'content-length': String(body.length) }
  const lines = Object.entries({ ...all, ...headers }).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}

const prepare = (make: () => Buffer): (() => Buffer) => {
  const prepared = Array.from({ length: PREPARED }, make)
  let next = 0
  return () => prepared[next++ % PREPARED] as Buffer
}

/** Encrypted requests with the present time less `ageMs`. */
const sealed = (ageMs: number): (() => Buffer) => {
  const unset = '0'.repeat(String(Date.now()).length)
  const next = prepare(() =>
    post(
      CALLS.login.path,
      {
        [HEADERS.key]: randomBytes(RSA_BYTES).toString('base64'),
        [HEADERS.keyId]: keyId,
        [HEADERS.timestamp]: unset,
      },
      JSON.stringify({ data: randomBytes(SEALED_BYTES).toString('base64') }),
    ),
  )
  const stampAt = next().indexOf(`${HEADERS.timestamp}: ${unset}`) + HEADERS.timestamp.length + 2
  return () => {
    const request = next()
    request.write(String(Date.now() - ageMs), stampAt, 'latin1')
    return request
  }
}

const KINDS: readonly (() => Buffer)[] = [
  sealed(0),
  sealed(OLD_MS),
  prepare(() => post(CALLS.login.path, {}, '{"address":"0x"}')),
  prepare(() =>
    post(CALLS.getProfile.path, {
      [HEADERS.authorization]: `Bearer ${randomBytes(32).toString('base64url')}`,
    }),
  ),
]

let sent = 0
let statuses: Record<string, number> = {}
const free: Socket[] = []

const open = async (index: number): Promise<void> => {
  const localAddress = `127.1.${Math.floor(index / 250)}.${1 + (index % 250)}`
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true })
  await once(socket, 'connect')
  socket.on('data', (chunk: Buffer) => {
    if (!chunk.subarray(0, STATUS_AT).equals(ANSWER_BEGINS)) return // the rest of an answer
    const status = chunk.toString('latin1', STATUS_AT, STATUS_AT + STATUS_LENGTH)
    statuses[status] = (statuses[status] ?? 0) + 1
    free.push(socket)
  })
  socket.on('close', () => {
    throw new Error('a connection was closed')
  })
  free.push(socket)
}

for (let first = 0; first < addresses; first += OPENED_AT_ONCE) {
  const some = Array.from({ length: Math.min(OPENED_AT_ONCE, addresses - first) }, (_, n) => open(first + n))
  await Promise.all(some)
}

let running: { readonly timer: NodeJS.Timeout; readonly startedAt: number } | undefined

const begin = () => {
  sent = 0
  statuses = {}
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) * perSecond) / 1_000
    for (let now = 0; sent < due && now < AT_ONCE; now++) {
      const socket = free.shift()
      if (!socket) return // all wait for their answers
      const next = KINDS[sent % KINDS.length] as () => Buffer
      socket.write(next())
      sent += 1
    }
  }, STEP_MS)
  running = { timer, startedAt }
}

process.on('SIGUSR1', () => {
  if (!running) return begin()
  clearInterval(running.timer)
  const ms = performance.now() - running.startedAt
  running = undefined
  process.stdout.write(`${JSON.stringify({ sent, ms, statuses })}\n`)
})
process.stdout.write('open\n')
