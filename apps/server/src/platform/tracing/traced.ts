import { AsyncLocalStorage } from 'node:async_hooks'

/** `sql`: a statement, by its name; `transaction`: BEGIN to COMMIT; `rpc`: a question to an RPC endpoint. */
export type SpanKind = 'sql' | 'transaction' | 'rpc'

/** A span that is under way, of a request that is sampled. */
export interface ActiveSpan {
  begin(kind: SpanKind, name: string): ActiveSpan
  /** With the error that ended it: of it only the name, or its code, is kept. */
  end(error?: unknown): void
}

const storage = new AsyncLocalStorage<ActiveSpan>()

/** Everything that `work` begins belongs to `span`. */
export const withSpan = <T>(span: ActiveSpan, work: () => T): T => storage.run(span, work)

/**
 * Runs `work` as a span of its own where a sampled request is under way; elsewhere, and with tracing off, it
 * only runs it. `name` must hold no value of a user: it is sent as it is.
 */
export const traced = <T>(kind: SpanKind, name: string, work: () => Promise<T>): Promise<T> => {
  const parent = storage.getStore()
  if (!parent) return work()
  const span = parent.begin(kind, name)
  return withSpan(span, work).then(
    (value) => {
      span.end()
      return value
    },
    (error: unknown) => {
      span.end(error)
      throw error
    },
  )
}
