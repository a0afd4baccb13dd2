import { expect, test } from 'vitest'
import { inOrder, unreturnedOf } from './check-unreturned.ts'

const move = (journalId: bigint, amount: bigint) => ({ journalId, amount })

test('payments take off what was deposited before them, and never more', () => {
  expect(unreturnedOf([])).toBe(0n)
  expect(unreturnedOf([move(1n, 100n), move(2n, -30n)])).toBe(70n)
  expect(unreturnedOf([move(1n, -30n), move(2n, 100n)])).toBe(100n)
  expect(unreturnedOf([move(1n, 100n), move(2n, -250n), move(3n, 40n)])).toBe(40n)
})

test('a transfer comes between what the ledger booked before it and after it', () => {
  const chain = [move(2n, 100n), move(7n, 50n)]
  expect(inOrder(chain, [move(5n, -120n)])).toEqual([move(2n, 100n), move(5n, -120n), move(7n, 50n)])
  expect(inOrder(chain, [move(9n, -20n), move(1n, -10n), move(8n, -30n)])).toEqual([
    move(1n, -10n),
    move(2n, 100n),
    move(7n, 50n),
    move(8n, -30n),
    move(9n, -20n),
  ])
  // The chain's order stays, whatever the ledger's.
  expect(inOrder([move(7n, 100n), move(2n, -40n)], [])).toEqual([move(7n, 100n), move(2n, -40n)])
})
