import { expect, test } from 'vitest'
import { createOutbox, readSnapshot } from './announcements.ts'

test('what a transaction announces twice is announced once', () => {
  const outbox = createOutbox()
  outbox.add({ topic: 'balances', of: [1, 2] })
  outbox.add({ topic: 'balances', of: [2, 3] })
  outbox.add({ topic: 'orders', of: [] })
  outbox.add({ topic: 'prices', value: { DR: '1', DRGV: '2' } })
  outbox.add({ topic: 'prices', value: { DR: '3' } })
  outbox.add({ topic: 'notices' })
  outbox.add({ topic: 'notices', of: [1] })
  expect(outbox.topics()).toEqual({
    balances: { of: [1, 2, 3] },
    prices: { value: { DR: '3', DRGV: '2' } },
    notices: {},
  })
})

test('too many ids to name are all', () => {
  const outbox = createOutbox()
  outbox.add({ topic: 'balances', of: Array.from({ length: 10_001 }, (_, index) => index) })
  expect(outbox.topics()).toEqual({ balances: { of: 'all' } })
})

test('without a change there is nothing to announce', () => {
  expect(createOutbox().topics()).toBeUndefined()
})

test('a snapshot says what was visible in it', () => {
  const snapshot = readSnapshot('100:110:100,104')
  expect(snapshot?.xmin).toBe(100)
  const visible = [99, 100, 101, 104, 105, 109, 110, 111].filter((xid) => snapshot?.isVisible(xid))
  expect(visible).toEqual([99, 101, 105, 109])
  expect(readSnapshot('7:7:')?.isVisible(6)).toBe(true)
  for (const text of ['', '7', '7:7', '7:7:a', '7:7:1,', '-1:7:', ' 7:7:'])
    expect(readSnapshot(text)).toBeUndefined()
})
