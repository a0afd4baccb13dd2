/** The two envelopes of answers (docs/product.md 11). */
import type { EnvelopeKind } from '@dr/protocol/call'
import type { ErrorAnswer } from './errors.ts'

const OK = 'ok'

export const succeed = (kind: EnvelopeKind, data: unknown) =>
  kind === 'legacy' ? { success: true, code: 0, message: OK, data } : { code: 0, message: OK, data }

export const fail = (kind: EnvelopeKind, { code, message, data }: ErrorAnswer) => {
  const body = data === undefined ? { code, message } : { code, message, data }
  return kind === 'legacy' ? { success: false, ...body } : body
}
