/**
 * `unreturned` (ADR 0027) as computed by the server, against the slow model: the sum of every movement of an
 * account, in order. Payments and deposits become final later than they happen, several vouchers are open at
 * once, some expire.
 */
import { lowerUnreturned, raiseUnreturned, splitBurnFree } from '@dr/protocol/rules/unreturned'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RUNS } from '../../../../test/reference/runs.ts'
import { unreturnedAt } from './unreturned.rules.ts'

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Height above the lowest point of a running sum: withdrawals beyond the deposits were of earnings. */
const unreturnedOf = (moves: readonly bigint[]): bigint => {
  let sum = 0n
  let lowest = 0n
  for (const move of moves) {
    sum += move
    lowest = min(lowest, sum)
  }
  return sum - lowest
}

interface Voucher {
  readonly nonce: number
  readonly amount: bigint
  readonly burnFree: bigint
  /** Number of movements on chain and of transfers at the quote. */
  readonly quotedAfter: number
  /** True if no deposit was waiting to become final. */
  readonly knewAll: boolean
}
type ChainEvent =
  | { readonly kind: 'deposit'; readonly amount: bigint }
  | { readonly kind: 'payment'; readonly voucher: Voucher }

/** One account of the node vault, one token: chain, ledger, and events that are not final yet. */
class Account {
  unreturned = 0n
  owed = 0n
  free = 0n
  deposited = 0n
  /** In order: deposits positive, payments negative. */
  readonly moves: bigint[] = []
  readonly payments: Voucher[] = []
  transfers = 0
  #held = 0n
  #paid = 0n
  #paidOnChain = 0n
  #nonce = 0
  #open: Voucher[] = []
  #notFinal: ChainEvent[] = []

  earn(amount: bigint): void {
    this.owed += amount
  }

  deposit(amount: bigint): void {
    this.moves.push(amount)
    this.#notFinal.push({ kind: 'deposit', amount })
  }

  quote(permille: bigint): void {
    const amount = ((this.owed - this.#held) * permille) / 1_000n
    if (amount === 0n) return
    const unreturned = unreturnedAt({
      unreturned: this.unreturned,
      paid: this.#paid,
      paidOnChain: this.#paidOnChain,
    })
    const { burnFree, burnable } = splitBurnFree({ amount, unreturned })
    expect(burnFree + burnable).toBe(amount)
    this.#held += amount
    const knewAll = this.#notFinal.every(({ kind }) => kind === 'payment')
    this.#open.push({ nonce: this.#nonce, amount, burnFree, quotedAfter: this.moves.length, knewAll })
  }

  use(pick: number): void {
    const usable = this.#open.filter(({ nonce }) => nonce === this.#nonce)
    const voucher = usable[pick % usable.length]
    if (!voucher) return
    this.#nonce += 1
    this.#paidOnChain += voucher.amount
    this.payments.push(voucher)
    const before = unreturnedOf(this.moves)
    // At most what the vault will accept as free; exactly that, unless something happened in between that the
    // quote cannot know.
    if (this.transfers === 0) expect(voucher.burnFree <= min(voucher.amount, before)).toBe(true)
    if (voucher.knewAll && voucher.quotedAfter === this.moves.length)
      expect(voucher.burnFree).toBe(min(voucher.amount, before))
    this.moves.push(-voucher.amount)
    this.#notFinal.push({ kind: 'payment', voucher })
  }

  expire(pick: number): void {
    const unused = this.#open.filter((one) => !this.payments.includes(one))
    const voucher = unused[pick % unused.length]
    if (voucher) this.#end(voucher)
  }

  /** Transfers within the ledger, at once, amounts that are not held. */
  transfer(permille: bigint): void {
    const amount = ((this.owed - this.#held) * permille) / 1_000n
    if (amount === 0n) return
    this.finalize(this.#notFinal.length) // the model knows one order of events
    this.transfers += 1
    this.moves.push(-amount)
    this.owed -= amount
    this.unreturned = lowerUnreturned(this.unreturned, amount)
  }

  finalize(count: number): void {
    for (const event of this.#notFinal.splice(0, count)) {
      if (event.kind === 'deposit') {
        this.unreturned = raiseUnreturned(this.unreturned, event.amount)
        this.owed += event.amount
        this.deposited += event.amount
      } else this.#settle(event.voucher)
      expect(this.unreturned <= this.owed).toBe(true)
      expect(this.free + this.unreturned <= this.deposited).toBe(true)
    }
  }

  #settle(voucher: Voucher): void {
    this.unreturned = lowerUnreturned(this.unreturned, voucher.amount)
    this.owed -= voucher.amount
    this.#paid += voucher.amount
    this.free += voucher.burnFree
    this.#end(voucher)
    for (const other of this.#open.filter(({ nonce }) => nonce === voucher.nonce)) this.#end(other)
  }

  #end(voucher: Voucher): void {
    this.#held -= voucher.amount
    this.#open = this.#open.filter((one) => one !== voucher)
  }
}

type Step = readonly ['earn' | 'deposit' | 'quote' | 'use' | 'expire' | 'transfer' | 'finalize', bigint]
const run = (steps: readonly Step[]): Account => {
  const account = new Account()
  for (const [what, size] of steps) {
    if (what === 'earn' || what === 'deposit') account[what](size)
    else if (what === 'quote' || what === 'transfer') account[what]((size % 1_000n) + 1n)
    else account[what](Number(size % 4n))
  }
  account.finalize(Number.POSITIVE_INFINITY)
  return account
}
const stepsOf = (...whats: Step[0][]) =>
  fc.array(fc.tuple(fc.constantFrom(...whats), fc.bigInt(1n, 5_000n)), { minLength: 5, maxLength: 60 })
const EVERYTHING = ['earn', 'deposit', 'quote', 'quote', 'use', 'use', 'expire', 'finalize'] as const

describe('what was deposited and not yet returned', () => {
  test('is what the slow model says once everything is final, is owed, and leaves without burn at most once', () => {
    fc.assert(
      fc.property(stepsOf(...EVERYTHING, 'transfer'), (steps) => {
        const account = run(steps)
        expect(account.unreturned).toBe(unreturnedOf(account.moves))
      }),
      { numRuns: RUNS * 5 },
    )
  })

  test('is free of burn exactly as the vault will count it, payment by payment, whatever is not final at the quote', () => {
    let free = 0
    fc.assert(
      fc.property(stepsOf(...EVERYTHING), (steps) => {
        const { payments } = run(steps)
        free += payments.filter(({ burnFree, amount }) => burnFree > 0n && burnFree < amount).length
      }),
      { numRuns: RUNS * 5 },
    )
    expect(free > 0).toBe(true)
  })

  test('of two open vouchers each is quoted whole, and the payment of one returns it once', () => {
    const account = run([
      ['deposit', 100n],
      ['finalize', 3n],
      ['earn', 100n],
      ['quote', 499n], // 100
      ['quote', 999n], // the other 100
      ['use', 1n],
      ['finalize', 3n],
      ['quote', 999n], // the amount held by the other one
      ['use', 0n],
    ])
    expect(account.payments.map(({ amount, burnFree }) => [amount, burnFree])).toEqual([
      [100n, 100n],
      [100n, 0n],
    ])
  })

  test('a payment that is not final has returned its part at the next quote already', () => {
    expect(unreturnedAt({ unreturned: 100n, paid: 40n, paidOnChain: 100n })).toBe(40n)
    expect(unreturnedAt({ unreturned: 100n, paid: 40n, paidOnChain: 400n })).toBe(0n)
    expect(unreturnedAt({ unreturned: 100n, paid: 40n, paidOnChain: 30n })).toBe(100n) // an older block
    expect(unreturnedAt({ unreturned: 100n, paid: 40n })).toBe(100n)
  })
})
