import { errorNameOf, SILENT_CODE } from '@dr/protocol/errors'
import type { MessageKey } from './keys.ts'
import { translate } from './translate.ts'

type Coded = { readonly code: unknown; readonly message: string }
const isCoded = (error: unknown): error is Coded =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  'message' in error &&
  typeof error.message === 'string'

/**
 * Text of an error (requirement §8): the app's own for a known code, the server's message for an unknown
 * one, and "the request failed" without a code. Null for 10013, which is silent.
 */
export const errorText = (error: unknown): string | null => {
  if (!isCoded(error) || typeof error.code !== 'number') return translate('error.transport')
  if (error.code === SILENT_CODE) return null
  if (error.code === 0) return translate('error.transport')
  if (errorNameOf(error.code) === undefined) return error.message || translate('error.transport')
  return translate(`error.${error.code}` as MessageKey)
}
