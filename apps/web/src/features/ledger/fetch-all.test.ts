import type { FundFlow } from '@dr/protocol/calls/fund-flows'
import { ERRORS } from '@dr/protocol/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { fetchAllFundFlows } from './fetch-all.ts'

const line = (id: string): FundFlow => ({
  ...{ id, journalId: id, at: '2026-11-20T09:41:00.000Z', account: 0, token: 'DR', kind: 'mining.collect' },
  ...{
    direction: 'in',
    amount: '1',
    source: { kind: 'emission', releaseId: '1' },
    orderId: null,
    txHash: null,
  },
})
const tooMany = (data: unknown) =>
  new ApiError({ kind: 'server', ...ERRORS.TOO_MANY_REQUESTS, message: 'wait', data })
const pages = [
  { items: [line('3'), line('2')], nextCursor: 'more' },
  { items: [line('1')], nextCursor: null },
]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reads every page to the end, and waits as long as the server asks when it was asked too often', async () => {
  const asked: (string | undefined)[] = []
  const refusals = [undefined, tooMany({ retryAfterSeconds: 20 }), undefined]
  const progress: number[] = []
  const all = fetchAllFundFlows({}, {
    signal: new AbortController().signal,
    onProgress: (count) => progress.push(count),
    read: async ({ cursor }) => {
      asked.push(cursor)
      const refusal = refusals.shift()
      if (refusal) throw refusal
      return cursor === undefined ? pages[0] : pages[1]
    },
  } as Parameters<typeof fetchAllFundFlows>[1])
  await vi.advanceTimersByTimeAsync(19_999)
  expect(asked).toEqual([undefined, 'more'])
  await vi.advanceTimersByTimeAsync(1)
  expect((await all).map(({ id }) => id)).toEqual(['3', '2', '1'])
  expect(asked).toEqual([undefined, 'more', 'more'])
  expect(progress).toEqual([2, 3])
})

it('is stopped while it waits; a refusal without a time, and any other, is the reader’s', async () => {
  const control = new AbortController()
  const start = (refusal: unknown) =>
    fetchAllFundFlows(
      {},
      { signal: control.signal, onProgress: () => undefined, read: () => Promise.reject(refusal) },
    )
  const other = new Error('away')
  await expect(start(other)).rejects.toBe(other)
  await expect(start(tooMany({ reason: 'open-vouchers' }))).rejects.toBeInstanceOf(ApiError)
  const stopped = expect(start(tooMany({ retryAfterSeconds: 60 }))).rejects.toThrow('stopped')
  await vi.advanceTimersByTimeAsync(1_000)
  control.abort(new Error('stopped'))
  await stopped
})
