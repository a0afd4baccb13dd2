import { expect, test } from 'vitest'
import { createVisitorsLane, WAITING_MAX } from './visitors-lane.ts'

test('one after the other, in order of arrival; a failure reaches its own caller only', async () => {
  const lane = createVisitorsLane()
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve, 1))
    log.push(`${name} ends`)
    if (name === 'b') throw new Error('b fails')
    return name
  }
  const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => lane.run(work(name))))
  expect(log).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('when too many wait the next is refused at once, until the queue is shorter again', async () => {
  const lane = createVisitorsLane()
  const gate = Promise.withResolvers<void>()
  const under = Array.from({ length: WAITING_MAX }, () => lane.run(() => gate.promise))
  await expect(lane.run(async () => 1)).rejects.toMatchObject({
    error: 'TOO_MANY_REQUESTS',
    details: { retryAfterSeconds: 1 },
  })
  gate.resolve()
  await Promise.all(under)
  await expect(lane.run(async () => 1)).resolves.toBe(1)
})
