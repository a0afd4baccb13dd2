import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../errors.ts'
import { isSilentAfter } from './silence.ts'

const silence = new ApiError({ kind: 'transport', code: 0, status: 0, message: 'no answer' })
const refusal = new ApiError({ kind: 'server', code: 10_001, status: 403, message: 'refused' })

/** Silence of the server after each event of a list's query. */
const watch = (answers: (() => unknown)[]) => {
  const client = new QueryClient()
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: async () => answers.shift()?.(),
    retry: 1,
    retryDelay: 50,
  })
  const said: boolean[] = []
  let silent = false
  const look = (): void => {
    silent = isSilentAfter(silent, observer.getCurrentResult())
    if (said.at(-1) !== silent) said.push(silent)
  }
  look()
  const stop = observer.subscribe(look)
  const settled = () => vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle'))
  return {
    said,
    settled,
    isSilent: () => silent,
    again: async () => {
      await observer.refetch()
      await settled()
    },
    stop: () => {
      stop()
      client.clear()
    },
  }
}
const fail = (error: Error) => () => {
  throw error
}
const answer = () => 'machines'

it('with nothing to show: from the first failure until an answer, over all attempts between', async () => {
  const list = watch([fail(silence), fail(silence), fail(silence), fail(silence), answer])
  await vi.waitFor(() => expect(list.isSilent()).toBe(true), { interval: 5 })
  await list.settled()
  await list.again()
  expect(list.said).toEqual([false, true])
  await list.again()
  expect(list.said).toEqual([false, true, false])
  list.stop()
})

it('with a list that is shown: once all attempts failed', async () => {
  const list = watch([answer, fail(silence), answer, fail(silence), fail(silence), answer])
  await list.settled()
  await list.again() // an attempt failed, the next one did not
  expect(list.said).toEqual([false])
  await list.again()
  expect(list.said).toEqual([false, true])
  await list.again()
  expect(list.said).toEqual([false, true, false])
  list.stop()
})

it('a refusal is an answer', async () => {
  const list = watch([fail(refusal), fail(refusal)])
  await list.settled()
  expect(list.said).toEqual([false])
  list.stop()
})

it('a server that says nothing, once it has been waited for too long; until it answers', () => {
  const pending = { data: undefined, error: null, failureReason: null, isSuccess: false }
  expect(isSilentAfter(false, pending)).toBe(false)
  expect(isSilentAfter(false, pending, true)).toBe(true)
  expect(isSilentAfter(true, pending)).toBe(true)
  expect(isSilentAfter(true, { ...pending, data: 'machines', isSuccess: true }, true)).toBe(false)
  expect(isSilentAfter(false, { ...pending, failureReason: refusal }, true)).toBe(false)
})
