import * as z from 'zod'
import { RpcRefusedError, RpcUnreachableError } from './errors.ts'

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * JSON-RPC over HTTP: returns the results of the calls in order. Several calls are one batch, to one node.
 */
export type JsonRpc = (calls: readonly RpcCall[], signal?: AbortSignal) => Promise<unknown[]>

const REQUEST_TIMEOUT_MS = 30_000

const failureSchema = z.object({ error: z.object({ code: z.number(), message: z.string() }) })
const answerSchema = z.union([failureSchema, z.object({ id: z.number(), result: z.unknown() })])
type RpcAnswer = z.output<typeof answerSchema>

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

const resultOf = (what: string, answer: RpcAnswer): unknown => {
  if (!('error' in answer)) return answer.result
  const { code, message } = answer.error
  throw new RpcRefusedError(`${what}: ${message} (${code})`, code)
}

export const createJsonRpc = (url: string, { timeoutMs = REQUEST_TIMEOUT_MS } = {}): JsonRpc => {
  let lastId = 0
  return async (calls, signal) => {
    const what = calls.map(({ method }) => method).join(' + ')
    const timeout = AbortSignal.timeout(timeoutMs)
    const unreachable = (problem: string, cause?: unknown) =>
      new RpcUnreachableError(`${what}: ${problem}`, { cause, timedOut: isTimeout(cause) })
    const requests = calls.map((call) => ({ jsonrpc: '2.0', id: ++lastId, ...call }))
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(requests.length === 1 ? requests[0] : requests),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    }).catch((cause: unknown) => {
      throw unreachable('no answer from the endpoint', cause)
    })
    const body: unknown = await response.json().catch((cause: unknown) => {
      throw unreachable(`HTTP ${response.status} without JSON`, cause)
    })
    const answers = z.array(answerSchema).safeParse(Array.isArray(body) ? body : [body])
    if (!answers.success) throw unreachable(`HTTP ${response.status}, no JSON-RPC`, answers.error)
    // errors first: a refused batch is answered by one error without an id
    for (const answer of answers.data) resultOf(what, answer)
    return requests.map(({ id }) => {
      const answer = answers.data.find((one) => 'id' in one && one.id === id)
      if (!answer) throw unreachable('an answer is missing')
      return resultOf(what, answer)
    })
  }
}
