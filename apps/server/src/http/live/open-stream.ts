import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { LiveMessage } from '@dr/protocol/live'
import { eventText, merged } from './messages.rules.ts'

/** Reason for the end of a stream: `closed` by the app or the network. */
export type StreamEnd = 'closed' | 'session' | 'slow' | 'not-listening' | 'shutdown'

/** Owner of a stream; undefined for a visitor's. */
export interface StreamOwner {
  readonly userId: number
  readonly sessionId: number
  readonly expiresAt: Date
}

/** Maximum time for which a message waits for a slow reader. */
const DRAIN_MAX_MS = 30_000

export interface OpenStream {
  readonly owner: StreamOwner | undefined
  /** Network address of the client. */
  readonly network: string
  /**
   * Sends the message, or merges it with those that a slow reader has not been sent. `bytes`: the message,
   * serialized.
   */
  send(id: string, message: LiveMessage, bytes?: Buffer): void
  /** Sends a comment after an idle time: it shows proxies and apps that the connection is alive. */
  heartbeat(): void
  /** Whether the client has not read for too long. */
  isStuck(at: number): boolean
  readonly lastWriteAt: number
  end(last?: string): void
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Otherwise nginx would buffer the response.
  'x-accel-buffering': 'no',
}

/**
 * Turns a response into a stream, from its headers on. It buffers at most one message beside the socket's
 * buffer: messages for a slow reader are merged.
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
  // Not chunked, which takes three writes each: the response ends with its connection.
  response.useChunkedEncodingByDefault = false
  response.writeHead(200, { ...headers, ...HEADERS })
  response.flushHeaders()
  // On a connection with an earlier response in progress it has no socket yet: treated as full.
  let fullSince = response.socket ? undefined : now()
  let waiting: { id: string; message: LiveMessage } | undefined
  let lastWriteAt = now()
  const write = (text: string | Buffer): void => {
    lastWriteAt = now()
    // Written to the socket directly, which saves a third of the cost of 10,000 idle streams.
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
    process.nextTick(onDrain) // a waiting message follows the headers
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
