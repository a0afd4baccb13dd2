import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { ERRORS } from '@dr/protocol/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from './errors.ts'
import { fetchAll, type PageRequest } from './fetch-all.ts'

const tooMany = (data: unknown) =>
  new ApiError({ kind: 'server', ...ERRORS.TOO_MANY_REQUESTS, message: 'wait', data })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reads every page to the end, and waits as long as the server asks when it was asked too often', async () => {
  const requested: PageRequest[] = []
  const refusals = [undefined, tooMany({ retryAfterSeconds: 20 }), undefined]
  const progress: number[] = []
  const all = fetchAll(
    async (request) => {
      requested.push(request)
      const refusal = refusals.shift()
      if (refusal) throw refusal
      return request.cursor === undefined
        ? { items: [3, 2], nextCursor: 'more' }
        : { items: [1], nextCursor: null }
    },
    { signal: new AbortController().signal, onProgress: (count) => progress.push(count) },
  )
  await vi.advanceTimersByTimeAsync(19_999)
  expect(requested).toEqual([{ limit: PAGE_LIMIT_MAX }, { limit: PAGE_LIMIT_MAX, cursor: 'more' }])
  await vi.advanceTimersByTimeAsync(1)
  expect(await all).toEqual([3, 2, 1])
  expect(requested.map(({ cursor }) => cursor)).toEqual([undefined, 'more', 'more'])
  expect(progress).toEqual([2, 3])
})

it('can be aborted while it waits; a refusal without a time, and any other error, is passed on', async () => {
  const control = new AbortController()
  const start = (refusal: unknown) =>
    fetchAll(() => Promise.reject(refusal), { signal: control.signal, onProgress: () => undefined })
  const other = new Error('away')
  await expect(start(other)).rejects.toBe(other)
  await expect(start(tooMany({ reason: 'open-vouchers' }))).rejects.toBeInstanceOf(ApiError)
  const stopped = expect(start(tooMany({ retryAfterSeconds: 60 }))).rejects.toThrow('stopped')
  await vi.advanceTimersByTimeAsync(1_000)
  control.abort(new Error('stopped'))
  await stopped
})
