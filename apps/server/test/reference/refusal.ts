import type { ErrorName } from '@dr/protocol/errors'
import { AppError } from '../../src/platform/app-error.ts'

/** Which refusal of the error table `fn` throws; null: none. Anything else goes through. */
export const refusalBy = (fn: () => unknown): ErrorName | null => {
  try {
    fn()
  } catch (error) {
    if (error instanceof AppError) return error.error
    throw error
  }
  return null
}
