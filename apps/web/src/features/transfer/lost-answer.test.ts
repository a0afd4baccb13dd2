import { ERRORS } from '@dr/protocol/errors'
import { expect, test } from 'vitest'
import { ApiError, type ApiErrorKind } from '../../api/errors.ts'
import { mayBeDone } from './lost-answer.ts'

const failed = (kind: ApiErrorKind, status = 0, code = 0) =>
  new ApiError({ kind, status, code, message: 'test' })
const ended = failed('server', 400, ERRORS.SIGNATURE_INVALID.code)

test('no answer, one that cannot be read, or a server that broke off: it may have been done', () => {
  const lost = [
    failed('transport'),
    failed('timeout'),
    failed('unexpected', 200),
    failed('server', 500, 10011),
  ]
  for (const error of lost) expect(mayBeDone(error, false)).toBe(true)
})

test('no open order is a lost answer only after the same was sent before', () => {
  expect(mayBeDone(ended, false)).toBe(false)
  expect(mayBeDone(ended, true)).toBe(true)
})

test('a refusal is a refusal, and what the wallet says was never sent', () => {
  const wrong = failed('server', 400, ERRORS.OLD_PASSWORD_WRONG.code)
  for (const error of [wrong, new Error('the wallet said no')]) {
    expect(mayBeDone(error, true)).toBe(false)
  }
})
