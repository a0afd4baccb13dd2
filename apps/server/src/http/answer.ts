/** The two envelopes of answers (docs/product.md 11). */
import type { Answer } from '@dr/protocol/call'
import type { ErrorAnswer } from './errors.ts'

const OK = 'ok'

export const succeed = (kind: Answer, data: unknown) =>
  kind === 'legacy' ? { success: true, code: 0, message: OK, data } : { code: 0, message: OK, data }

export const fail = (kind: Answer, { code, message, data }: ErrorAnswer) => {
  const body = data === undefined ? { code, message } : { code, message, data }
  return kind === 'legacy' ? { success: false, ...body } : body
}
