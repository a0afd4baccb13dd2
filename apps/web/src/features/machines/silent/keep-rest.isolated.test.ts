import { beforeEach, expect, it, vi } from 'vitest'
import { config } from '../../../api/test-config.ts'
import { keepRest } from './keep-rest.ts'

const ALICE = `0x${'a1'.repeat(20)}` as const
const call = vi.hoisted(() => vi.fn())
const keep = vi.hoisted(() => vi.fn())
vi.mock('../../../api/client.ts', () => ({ callApi: call }))
vi.mock('../../../api/config.ts', () => ({ loadConfig: async () => config }))
vi.mock('../../../api/kept/kept-machines.ts', () => ({ KEPT_MAX: 5, keepMachines: keep }))

/** Three pages of two; `kept`: number stored after each. */
const serve = (...kept: number[]): void => {
  for (const nextCursor of ['a', 'b', null]) call.mockResolvedValueOnce({ items: [nextCursor], nextCursor })
  for (const count of kept) keep.mockResolvedValueOnce(count)
}
const cursors = () => call.mock.calls.map(([, { request }]) => request.cursor)

beforeEach(() => {
  call.mockReset()
  keep.mockReset()
})

it('goes through all pages', async () => {
  serve(2, 3, 4)
  await keepRest(ALICE)
  expect(cursors()).toEqual([undefined, 'a', 'b'])
  expect(keep.mock.calls.map(([, , items]) => items)).toEqual([['a'], ['b'], [null]])
})

it('stops once no more can be kept', async () => {
  serve(2, 5)
  await keepRest(ALICE)
  expect(cursors()).toEqual([undefined, 'a'])
})

it('stops when the session is over', async () => {
  serve(2, 0)
  await keepRest(ALICE)
  expect(cursors()).toEqual([undefined, 'a'])
})
