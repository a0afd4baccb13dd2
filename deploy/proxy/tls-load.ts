/** Some 50 requests a second over one connection of TLS and HTTP/2, as a browser's; each is recorded. */
import { connect } from 'node:http2'

const EVERY_MS = 20
/** One request of so many is a POST. */
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
  /** Without an answer yet: undefined. The connection or the stream was lost: 0. */
  status: number | undefined
  body: string
}

export interface TlsLoad {
  readonly requests: readonly LoadRequest[]
  /** Those without an answer so far. */
  underWay(): LoadRequest[]
  /**
   * So many GETs, and then as many POSTs, at once, beside the others. Not by turns: a proxy that takes turns
   * as well would send all of a kind to one API.
   */
  burst(count: number): void
  /** Sends no more, and resolves when all are answered. */
  stop(): Promise<void>
}

/** `reads`: by turns; `posts`: each is sent once; when none is left, only reads are. */
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
