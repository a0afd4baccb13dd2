import type { Machine } from '@dr/protocol/calls/user-mining'
import { PAGE_LIMIT_MAX } from '@dr/protocol/constants'
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { callApi } from '../client.ts'
import { stoppedQuery } from './endings.ts'

vi.mock('../client.ts', () => ({ callApi: vi.fn() }))

const address = `0x${'1'.repeat(40)}` as const

const machine = (machineId: string): Machine => ({
  machineId,
  productId: 'pool-1',
  name: 'Pool 1',
  tier: 1,
  power: 10,
  state: 'paused',
  boughtAt: 0,
  paidUntil: 100,
  lifeEnd: 1_000,
  periodsLeft: 3,
  txHash: '0x1',
})

it('reads all machines that are stopped, not the first page of them', async () => {
  const first = Array.from({ length: PAGE_LIMIT_MAX }, (_, index) => machine(String(index)))
  vi.mocked(callApi)
    .mockResolvedValueOnce({ items: first, nextCursor: 'more' })
    .mockResolvedValueOnce({ items: [machine('last')], nextCursor: null })
  const read = await new QueryClient().fetchQuery(stoppedQuery(address, 'paused'))
  expect(read).toEqual({ machines: [...first, machine('last')], complete: true })
  expect(vi.mocked(callApi).mock.calls.map(([name, options]) => [name, options?.request])).toEqual([
    ['miningDetail', { state: 'paused', limit: PAGE_LIMIT_MAX }],
    ['miningDetail', { state: 'paused', limit: PAGE_LIMIT_MAX, cursor: 'more' }],
  ])
})
