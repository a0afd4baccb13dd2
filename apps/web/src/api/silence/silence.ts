import { isSilence } from '../kept/kept-machines.ts'

/** The needed part of a TanStack Query result. */
interface Listed {
  readonly data: unknown
  readonly error: unknown
  /**
   * Reason why the last attempt of the current read failed; null after success, and at the start of a read.
   */
  readonly failureReason: unknown
  readonly isSuccess: boolean
}

/**
 * Whether the server counts as silent: after the first failure or after the time limit (`overdue`) if
 * nothing was read yet, after all attempts otherwise; until an answer arrives, since each new attempt
 * begins without an error.
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
