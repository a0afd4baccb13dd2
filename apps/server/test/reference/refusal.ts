import type { ErrorName } from '@dr/protocol/errors'
import { AppError } from '../../src/platform/app-error.ts'

/** The refusal of the error table that `fn` throws, or null. Rethrows other errors. */
export const refusalBy = (fn: () => unknown): ErrorName | null => {
  try {
    fn()
  } catch (error) {
    if (error instanceof AppError) return error.error
    throw error
  }
  return null
}
