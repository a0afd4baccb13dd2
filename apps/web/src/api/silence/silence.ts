import { isSilence } from '../kept/kept-machines.ts'

/** As far as it matters here; TanStack Query's results fit. */
interface Listed {
  readonly data: unknown
  readonly error: unknown
  /** Why the last attempt of the reading under way failed; null once it succeeded, and as it begins. */
  readonly failureReason: unknown
  readonly isSuccess: boolean
}

/**
 * Whether the server is taken to be silent: from the first failure on where nothing was read yet, or once it
 * has been waited for too long (`overdue`), after all attempts where something is shown; until an answer
 * comes, since each new attempt begins without an error.
 */
export const isSilentAfter = (
  before: boolean,
  { data, error, failureReason, isSuccess }: Listed,
  overdue = false,
): boolean => {
  const reason = data === undefined ? failureReason : error
  if (reason !== null) return isSilence(reason)
  return (before || overdue) && !isSuccess
}
