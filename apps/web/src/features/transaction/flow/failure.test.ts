import { expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { type Failure, shortfallOf } from './failure.ts'

const lack = { token: 'DRGV', have: 1n, need: 2n } as const
const short: Failure = { code: 'balance', ...lack }
const refused: Failure = {
  code: 'api',
  error: new ApiError({
    kind: 'server',
    code: 20_004,
    status: 409,
    message: 'balance',
    data: { token: 'USDT', available: '1', needed: '2' },
  }),
}

it('says what is missing and how much of it, and nothing where money would not help', () => {
  expect(shortfallOf(short)).toEqual({ ...lack, plain: [lack] })
  expect(shortfallOf(refused)).toMatchObject({ token: 'USDT', have: 1n, need: 2n })
  expect(shortfallOf({ code: 'gas', have: 0n, need: 1n })).toMatchObject({ token: 'BNB', need: 1n })
  expect(shortfallOf({ code: 'expired' })).toBeNull()
})
