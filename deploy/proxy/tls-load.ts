/** About 50 requests a second over one connection of TLS and HTTP/2, like a browser's; each is recorded. */
import { connect } from 'node:http2'

const EVERY_MS = 20
/** One in this number of requests is a POST. */
const POST_EACH = 5

export interface Sealed {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Milliseconds, monotonic. */
  readonly sentAt: number
  /** Undefined before the answer; 0 if the connection or the stream was lost. */
  status: number | undefined
  body: string
}

export interface TlsLoad {
  readonly requests: readonly LoadRequest[]
  /** Requests without an answer so far. */
  underWay(): LoadRequest[]
  /**
   * Sends `count` GETs, then as many POSTs, at once, beside the others. Not alternately: a proxy that
   * alternates as well would send all of a kind to one API.
   */
  burst(count: number): void
  /** Stops sending, and resolves when all are answered. */
  stop(): Promise<void>
}

/** `reads`: repeated in turn; `posts`: each is sent once, then only reads. */
export const startTlsLoad = (
  port: number,
  { reads, posts }: { readonly reads: readonly string[]; readonly posts: readonly Sealed[] },
): TlsLoad => {
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
  session.on('error', () => undefined) // its streams' statuses stay 0
  const requests: LoadRequest[] = []
  const answers: Promise<void>[] = []
  const waiting = [...posts]
  const ask = (method: LoadRequest['method'], { path, headers, body }: Sealed) => {
    const one: LoadRequest = { method, path, sentAt: performance.now(), status: undefined, body: '' }
    requests.push(one)
    const request = session.request({ ':method': method, ':path': path, ...headers })
    let status = 0
    request.setEncoding('utf8')
    request.on('response', (response) => {
      status = Number(response[':status'])
    })
    request.on('data', (chunk: string) => {
      one.body += chunk
    })
    const answered = new Promise<void>((resolve) => {
      request.once('error', () => {
        status = 0
      })
      request.once('close', () => {
        one.status = status
        resolve()
      })
    })
    answers.push(answered)
    request.end(body)
  }
  const read = () => ask('GET', { path: reads[requests.length % reads.length] as string, headers: {} })
  const post = () => {
    const next = waiting.shift()
    if (next) ask('POST', next)
    else read()
  }
  const timer = setInterval(() => (requests.length % POST_EACH === 0 ? post() : read()), EVERY_MS)
  return {
    requests,
    underWay: () => requests.filter(({ status }) => status === undefined),
    burst: (count) => {
      for (const send of [read, post]) for (let sent = 0; sent < count; sent++) send()
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all(answers)
      session.destroy()
    },
  }
}
