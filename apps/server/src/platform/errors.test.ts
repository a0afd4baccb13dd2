import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, test } from 'vitest'
import { AppError } from './app-error.ts'
import { databaseErrorOf } from './database/errors.ts'
import { FatalError, isRetryable, RetryableError } from './errors.ts'

const databaseError = (code: string, constraint?: string) =>
  Object.assign(new Error('from the database'), { severity: 'ERROR', code, constraint })

describe('isRetryable', () => {
  test.each([
    ['a retryable error of ours', new RetryableError('x'), true],
    ['a fatal one', new FatalError('x'), false],
    ['a refusal of the product', new AppError('OUT_OF_STOCK'), false],
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
    [
      'a fetch that failed underneath',
      new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }),
      true,
    ],
    [
      'a serialization failure, wrapped by Drizzle',
      new DrizzleQueryError('q', [], databaseError('40001')),
      true,
    ],
    ['a shutdown of the database', databaseError('57P01'), true],
    ['a violated constraint', databaseError('23514'), false],
    ['a bug', new TypeError('x is not a function'), false],
    [
      'fatal, though its cause was a connection',
      new FatalError('x', { cause: { code: 'ECONNRESET' } }),
      false,
    ],
    ['nothing', undefined, false],
  ])('%s', (_name, error, expected) => {
    expect(isRetryable(error)).toBe(expected)
  })
})

test('a constraint is known by its name, under Drizzle’s wrapping too', () => {
  const error = new DrizzleQueryError('q', [], databaseError('23505', 'users_address_key'))
  expect(databaseErrorOf(error)?.constraint).toBe('users_address_key')
  expect(databaseErrorOf(new Error('23505'))).toBeUndefined()
})
