/** A reader of a server's live updates, like the app. */
import { LIVE_PATH, type LiveMessage } from '@dr/protocol/live'

interface Received {
  readonly id: string | undefined
  readonly message: LiveMessage
  /** `performance.now()`. */
  readonly at: number
}

export interface LiveStream {
  readonly status: number
  readonly headers: Headers
  readonly received: readonly Received[]
  /** Number of comments, which show that the connection is alive. */
  readonly heartbeats: () => number
  readonly lastId: () => string | undefined
  /** Received messages that concern a user. */
  own(): string[]
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>
  /** Body of a refusal. */
  readonly body: unknown
  close(): void
}

const fieldsOf = (event: string): Record<string, string> =>
  Object.fromEntries(
    event.split('\n').map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trim()]
    }),
  )

export const openLive = async (
  port: number,
  options: {
    readonly token?: string | undefined
    readonly lastEventId?: string | undefined
    readonly headers?: Record<string, string>
    readonly query?: string
  } = {},
): Promise<LiveStream> => {
  const { token, lastEventId, headers = {}, query = '' } = options
  const closing = new AbortController()
  const response = await fetch(`http://localhost:${port}${LIVE_PATH}${query}`, {
    headers: {
      accept: 'text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      ...headers,
    },
    signal: closing.signal,
  })
  const received: Received[] = []
  let heartbeats = 0
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const { id, data } = fieldsOf(event)
        if (data === undefined) heartbeats += 1
        else received.push({ id, message: JSON.parse(data) as LiveMessage, at: performance.now() })
      }
    }
  }
  const isOpen = response.status === 200
  const body = isOpen ? undefined : await response.json()
  const ended = isOpen ? read().catch(() => undefined) : Promise.resolve() // a cut connection has ended too
  return {
    status: response.status,
    headers: response.headers,
    received,
    body,
    ended,
    heartbeats: () => heartbeats,
    lastId: () => received.findLast(({ id }) => id !== undefined)?.id,
    own: () => received.flatMap(({ message }) => message.own ?? []),
    close: () => closing.abort(),
  }
}
