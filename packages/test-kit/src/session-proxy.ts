/**
 * A proxy for PostgreSQL servers that records the messages of each session. The target of new sessions can
 * be changed; open ones stay.
 */
import { connect, createServer, type Socket } from 'node:net'
import { joinSockets } from './join-sockets.ts'

/** A message from a client to its server. */
interface ClientMessage {
  /** Time by `performance.now()`. */
  readonly at: number
  /** SQL; for a reused prepared statement its name. */
  readonly text: string
}

export interface ProxySession {
  /** The server's port. */
  readonly server: number
  readonly messages: readonly ClientMessage[]
  isOpen(): boolean
  /** Ends the connections of both sides. */
  end(): void
}

export interface SessionProxy {
  readonly port: number
  /** All sessions so far. */
  readonly sessions: readonly ProxySession[]
  /** Sends later sessions to the server of this port. */
  leadTo(server: number): void
  stop(): Promise<void>
}

const LENGTH_BYTES = 4
const TYPE_BYTES = 1
const QUERY = 'Q'
const PARSE = 'P'
const BIND = 'B'

/** Splits zero-terminated texts. */
const textsIn = (body: Buffer, count: number): string[] => body.toString('utf8').split('\0', count)

/**
 * Undefined: a message without a query. The first use of a prepared statement is two: its SQL and its name.
 */
const textOf = (type: string, body: Buffer): string | undefined => {
  if (type === QUERY) return textsIn(body, 1)[0]
  if (type === PARSE) return textsIn(body, 2)[1]
  return type === BIND ? textsIn(body, 2)[1] : undefined
}

/**
 * Reads a client's messages from chunks of any size: the first, the startup message, has no type.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const createReader = (onMessage: (text: string) => void) => {
  let rest = Buffer.alloc(0)
  let typeBytes = 0
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      if (rest.length < typeBytes + LENGTH_BYTES) return
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      const type = rest.toString('latin1', 0, typeBytes)
      const text = textOf(type, rest.subarray(typeBytes + LENGTH_BYTES, end))
      if (text) onMessage(text)
      rest = rest.subarray(end)
      typeBytes = TYPE_BYTES
    }
  }
}

const openSession = (near: Socket, server: number): ProxySession => {
  const far = connect(server, '127.0.0.1')
  const messages: ClientMessage[] = []
  near.on(
    'data',
    createReader((text) => void messages.push({ at: performance.now(), text })),
  )
  joinSockets(near, far)
  for (const socket of [near, far]) socket.setNoDelay(true)
  return { server, messages: messages, isOpen: () => !near.destroyed, end: () => near.destroy() }
}

export const startSessionProxy = async (first: number): Promise<SessionProxy> => {
  let leadsTo = first
  const sessions: ProxySession[] = []
  const server = createServer((near) => void sessions.push(openSession(near, leadsTo)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    sessions,
    leadTo: (port) => {
      leadsTo = port
    },
    stop: async () => {
      for (const session of sessions) session.end()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
