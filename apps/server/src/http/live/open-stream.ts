import type { ServerResponse } from 'node:http'
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

/**
 * A response as a stream. It holds one message at most beside what the socket has taken: what comes while a
 * slow reader does not read is merged into it.
 */
export const openStream = (
  response: ServerResponse,
  { owner, network, now }: { owner: StreamOwner | undefined; network: string; now: () => number },
): OpenStream => {
  let fullSince: number | undefined
  let waiting: { id: string; message: LiveMessage } | undefined
  let lastWriteAt = now()
  const write = (text: string | Buffer): void => {
    lastWriteAt = now()
    if (!response.write(text)) fullSince ??= lastWriteAt
  }
  response.on('drain', () => {
    fullSince = undefined
    if (!waiting) return
    const { id, message } = waiting
    waiting = undefined
    write(eventText(id, message))
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
