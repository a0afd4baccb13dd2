import { ApiError } from './errors.ts'

/**
 * Milliseconds to wait for an answer that the app can do without. Shorter than a call's timeout (60 s),
 * since a server that accepts requests and never answers would otherwise cost minutes.
 */
export const PATIENCE_MS = 10_000

/** Returns the answer; throws an `ApiError` of the kind `timeout` after `PATIENCE_MS`. */
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
