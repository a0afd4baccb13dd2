import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { LiveMessage } from '@dr/protocol/live'
import { eventText, merged } from './messages.rules.ts'

/** Why a stream ended: `closed` by the app or on the way to it. */
export type StreamEnd = 'closed' | 'session' | 'slow' | 'not-listening' | 'shutdown'

/** Whose stream; `undefined`: a visitor's. */
export interface StreamOwner {
  readonly userId: number
  readonly sessionId: number
  readonly expiresAt: Date
}

/** What is written waits here until it is read, for so long at most. */
const DRAIN_MAX_MS = 30_000

export interface OpenStream {
  readonly owner: StreamOwner | undefined
  /** Network the stream comes from. */
  readonly network: string
  /**
   * Sends it, or keeps it with what else a slow reader has not been sent. `bytes`: the same, as it is sent.
   */
  send(id: string, message: LiveMessage, bytes?: Buffer): void
  /** A comment, when nothing was sent for a while: proxies and apps know that the connection is alive. */
  heartbeat(): void
  /** Has not read what it was sent for too long. */
  isStuck(at: number): boolean
  readonly lastWriteAt: number
  end(last?: string): void
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // nginx would gather the answer before it sends it on.
  'x-accel-buffering': 'no',
}

/**
 * A response as a stream, from its headers on. It holds one message at most beside what the socket has taken:
 * what comes while a slow reader does not read is merged into it.
 */
export const openStream = (
  response: ServerResponse,
  {
    headers = {},
    owner,
    network,
    now,
  }: {
    headers?: OutgoingHttpHeaders
    owner: StreamOwner | undefined
    network: string
    now: () => number
  },
): OpenStream => {
  // Not in chunks, which are three writes each: the response ends with its connection.
  response.useChunkedEncodingByDefault = false
  response.writeHead(200, { ...headers, ...HEADERS })
  response.flushHeaders()
  // On a connection that still owes an earlier answer a response has no socket yet: as one that is full.
  let fullSince = response.socket ? undefined : now()
  let waiting: { id: string; message: LiveMessage } | undefined
  let lastWriteAt = now()
  const write = (text: string | Buffer): void => {
    lastWriteAt = now()
    // Past what a response does for each write: a third of what 10,000 idle streams cost.
    const { socket } = response
    // Not writable: the client has ended its side, or it is closed.
    if (!(socket?.writable && socket.write(text))) fullSince ??= lastWriteAt
  }
  const onDrain = (): void => {
    fullSince = undefined
    if (!waiting) return
    const { id, message } = waiting
    waiting = undefined
    write(eventText(id, message))
  }
  response.socket?.on('drain', onDrain)
  response.on('socket', (socket: Socket) => {
    socket.on('drain', onDrain)
    process.nextTick(onDrain) // what waits follows the headers
  })
  return {
    owner,
    network,
    get lastWriteAt() {
      return lastWriteAt
    },
    send: (id, message, bytes) => {
      if (fullSince === undefined) return write(bytes ?? eventText(id, message))
      waiting = { id, message: merged(waiting?.message, message) as LiveMessage }
    },
    heartbeat: () => {
      if (fullSince === undefined) write(':\n\n')
    },
    isStuck: (at) => fullSince !== undefined && at - fullSince > DRAIN_MAX_MS,
    end: (last = '') => {
      if (fullSince !== undefined) return void response.destroy()
      response.end(last)
    },
  }
}
