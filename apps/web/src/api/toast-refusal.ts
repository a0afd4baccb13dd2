import { errorText } from '../i18n/error-text.ts'
import { toast } from '../ui/status/toast.ts'
import { ApiError } from './errors.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Replaces the code's own text; used for all errors of the mutation. */
      readonly errorText?: (error: unknown) => string
    }
  }
}

/**
 * Shows a toast for a server error (requirement §8), in addition to the form's or sheet's text. None for
 * 10013.
 */
export const toastRefusal = (error: unknown): void => {
  const text = error instanceof ApiError ? errorText(error) : null
  if (text !== null) toast.error(text)
}
