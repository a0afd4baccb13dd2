import { createPublicClient, HttpRequestError, http } from 'viem'
import { expect, test } from 'vitest'
import { FatalError } from '../errors.ts'
import { explain, explainInLine } from './explain.ts'

const KEY = 'key-of-ours'
const URL_WITH_KEY = `http://user:hunter2@127.0.0.1:9/v1/${KEY}?token=also-ours`

test('an endpoint that is away: its host and the reason, in one line, and nothing of its key', async () => {
  const client = createPublicClient({ transport: http(URL_WITH_KEY, { retryCount: 0 }) })
  const cause = await client.getChainId().catch((error: unknown) => error)
  const line = explainInLine(new Error('not deployed', { cause }))
  expect(line).toMatch(/^not deployed: HTTP request failed \(http:\/\/127\.0\.0\.1:9\/…\): fetch failed: .+$/)
  expect(explain(cause)).toMatch(/http:\/\/127\.0\.0\.1:9\/…/)
  expect(line + explain(cause)).not.toMatch(/key-of-ours|also-ours|hunter2/)
})

test('what the endpoint answered, and its status', () => {
  const refused = new HttpRequestError({ url: URL_WITH_KEY, status: 401, details: 'no such\nproject' })
  expect(explainInLine(refused)).toBe(
    'HTTP request failed (http://127.0.0.1:9/…), status 401: no such project',
  )
})

test('what is written for the operator stays as it is, but for its URLs', () => {
  class Written extends Error {}
  const text = `two things:\n  one\n  ${URL_WITH_KEY}`
  const shown = 'two things:\n  one\n  http://127.0.0.1:9/…'
  expect(explainInLine(new FatalError(text))).toBe(shown)
  expect(explain(new FatalError(text))).toBe(shown)
  expect(explainInLine(new Written(text), [Written])).toBe(shown)
  expect(explainInLine(new Written(text))).toBe('two things: one http://127.0.0.1:9/…')
})

test('an error without words has a code, or a name', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(explainInLine(new Error('no database', { cause: refused }))).toBe('no database: ECONNREFUSED')
  expect(explainInLine(new TypeError())).toBe('TypeError')
  expect(explainInLine('a word')).toBe('a word')
})
