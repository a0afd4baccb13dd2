import { ApiError } from './errors.ts'

/**
 * Milliseconds that the app waits for an answer where it can also do without one. Shorter than what a call
 * may take (60 s): a server that accepts a request and never answers would otherwise cost minutes.
 */
export const PATIENCE_MS = 10_000

/** The answer; after `PATIENCE_MS` an `ApiError` of the kind `timeout`, whatever still comes. */
export const withinPatience = async <T>(answer: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ApiError({ kind: 'timeout', code: 0, status: 0, message: 'no answer in time' })),
      PATIENCE_MS,
    )
  })
  try {
    return await Promise.race([answer, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
