import { AsyncLocalStorage } from 'node:async_hooks'

/** `sql`: a statement, by its name; `transaction`: BEGIN to COMMIT; `rpc`: a request to an RPC endpoint. */
export type SpanKind = 'sql' | 'transaction' | 'rpc'

/** An open span of a sampled request. */
export interface ActiveSpan {
  begin(kind: SpanKind, name: string): ActiveSpan
  /** Ends the span. Only the name or code of `error`, if it failed, is recorded. */
  end(error?: unknown): void
}

const storage = new AsyncLocalStorage<ActiveSpan>()

/** Runs `work` with `span` as the parent of all spans that it begins. */
export const withSpan = <T>(span: ActiveSpan, work: () => T): T => storage.run(span, work)

/**
 * Runs `work` as a span, if a sampled request is in progress; otherwise only runs it. `name` must contain no
 * user's value: it is sent unchanged.
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
