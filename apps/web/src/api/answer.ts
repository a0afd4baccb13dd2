import { errorNameOf } from '@dr/protocol/errors'
import { ApiError } from './errors.ts'

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const messageOf = (body: Json): string => (typeof body.message === 'string' ? body.message : '')

/**
 * Result of a parsed body (requirement §7): with a `success` flag the body, with code 0 its `data` (default
 * `{}`); otherwise throws an error with its code.
 */
export const readAnswer = (body: unknown, status: number): unknown => {
  if (!isObject(body)) throw transportError(JSON.stringify(body) ?? '', status)
  if (body.success === true) return body
  if (body.code === 0) return body.data ?? {}
  if (typeof body.code !== 'number') throw transportError(messageOf(body), status)
  throw new ApiError({ kind: 'server', code: body.code, status, message: messageOf(body), data: body.data })
}

const NAMED_CODE = /"?(?:error)?code"?\s*[:=]\s*"?(\d{1,5})\b/i

/**
 * Reads a transport error's code from its text (requirement §8): `code: 10003`, or any number that is a
 * known code. 0 without one, which means "the request failed".
 */
export const codeInText = (text: string): number => {
  const named = NAMED_CODE.exec(text)?.[1]
  if (named !== undefined && errorNameOf(Number(named)) !== undefined) return Number(named)
  const known = text
    .match(/\b\d{4,5}\b/g)
    ?.map(Number)
    .find((code) => errorNameOf(code) !== undefined)
  return known ?? 0
}

export const transportError = (text: string, status: number, cause?: unknown): ApiError =>
  new ApiError({ kind: 'transport', code: codeInText(text), status, message: text, cause })
