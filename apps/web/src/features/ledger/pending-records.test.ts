import { expect, it } from 'vitest'
import { notListed } from './pending-records.tsx'

const work = (
  orderId: string,
  kind: 'buy-machine' | 'activate-machine',
  stage: 'signing' | 'pending' | 'seen',
) => ({ orderId, kind, stage }) as const

it('a purchase that the server lists is not pending as well, though this device has not heard of it', () => {
  const works = [
    work('a', 'buy-machine', 'seen'),
    work('b', 'buy-machine', 'pending'),
    work('c', 'buy-machine', 'signing'),
    work('d', 'activate-machine', 'seen'),
  ]
  const idsOf = (final: readonly { orderId: string }[]) =>
    notListed(works, { kind: 'buy-machine', final }).map(({ orderId }) => orderId)
  expect(idsOf([])).toEqual(['a', 'b'])
  expect(idsOf([{ orderId: 'a' }, { orderId: 'of an earlier day' }])).toEqual(['b'])
})
