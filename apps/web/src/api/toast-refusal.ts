import { errorText } from '../i18n/error-text.ts'
import { toast } from '../ui/status/toast.ts'
import { ApiError } from './errors.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** In the place of the code's own text; a mutation that has it says its other errors by it too. */
      readonly errorText?: (error: unknown) => string
    }
  }
}

/**
 * Each of the server's codes has its toast (requirement §8), beside what the form or sheet says in its place.
 * Null words: 10013 passes without.
 */
export const toastRefusal = (error: unknown): void => {
  const text = error instanceof ApiError ? errorText(error) : null
  if (text !== null) toast.error(text)
}
