import * as z from 'zod'
import { RpcRefusedError, RpcUnreachableError } from './errors.ts'

/** JSON-RPC over HTTP, as plain as it comes: one method, its parameters, its result. */
export type JsonRpc = (method: string, params: readonly unknown[], signal?: AbortSignal) => Promise<unknown>

const REQUEST_TIMEOUT_MS = 30_000

const answerSchema = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
])

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

export const createJsonRpc = (url: string, { timeoutMs = REQUEST_TIMEOUT_MS } = {}): JsonRpc => {
  let id = 0
  return async (method, params, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const unreachable = (what: string, cause?: unknown) =>
      new RpcUnreachableError(`${method}: ${what}`, { cause, timedOut: isTimeout(cause) })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    }).catch((cause: unknown) => {
      throw unreachable('no answer from the endpoint', cause)
    })
    const body = await response.json().catch((cause: unknown) => {
      throw unreachable(`HTTP ${response.status} without JSON`, cause)
    })
    const answer = answerSchema.safeParse(body)
    if (!answer.success) throw unreachable(`HTTP ${response.status}, no JSON-RPC`, answer.error)
    if ('error' in answer.data) {
      const { code, message } = answer.data.error
      throw new RpcRefusedError(`${method}: ${message} (${code})`, code)
    }
    return answer.data.result
  }
}
