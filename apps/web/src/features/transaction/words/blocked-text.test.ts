import { expect, test } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { moment } from '../../../ui/text/moment.ts'
import { blockedText } from './blocked-text.ts'
import { failureText } from './failure-text.ts'

/** Key and values: these tests check what is said beside the catalogs' words. */
const t: Parameters<typeof blockedText>[0] = (key, values) => [key, ...Object.values(values ?? {})].join(' ')
const refused = (code: number, data: unknown) =>
  new ApiError({ kind: 'server', code, status: 403, message: 'refused', data })
const SINCE = 1_767_225_600

test('a refusal because of a block says since when, why, and that the chain stays open', () => {
  const error = refused(30_007, { reason: 'blocked-by-operators', since: SINCE, why: 'two wallets' })
  const text = `exit.blocked.since ${moment(SINCE)} two wallets exit.blocked.leave`
  expect(blockedText(t, error)).toBe(text)
  expect(failureText(t, { code: 'api', error })).toBe(text)
})

test('without the reason, and for another error, there is no such text', () => {
  expect(blockedText(t, refused(30_007, null))).toBeNull()
  expect(blockedText(t, refused(30_007, { since: String(SINCE), why: 'two wallets' }))).toBeNull()
  expect(blockedText(t, refused(10_004, { since: SINCE, why: 'two wallets' }))).toBeNull()
})
