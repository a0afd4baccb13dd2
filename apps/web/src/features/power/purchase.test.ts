import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import { purchaseOf, shortageOf } from './purchase.ts'

/** DR at half a dollar, half and half, two units for a dollar. */
const terms = { usdrShareBps: 5_000n, powerBps: 20_000n, drPrice: WAD / 2n }
const whole = { drAmount: 200n * WAD, usdrAmount: 100n * WAD, value: 200n * WAD, power: 400n * WAD }

describe('purchaseOf', () => {
  it.each([
    ['DR', 200n * WAD],
    ['USDR', 100n * WAD],
    ['USD', 200n * WAD],
  ] as const)('follows what is typed in %s', (basis, typed) => {
    expect(purchaseOf(basis, typed, terms)).toEqual(whole)
  })
})

describe('shortageOf', () => {
  it('is nothing where the wallet has it', () => {
    expect(shortageOf(whole, { DR: 200n * WAD, USDR: 100n * WAD, USDT: 0n })).toEqual({
      DR: 0n,
      USDR: 0n,
      wrappable: 0n,
    })
  })
  it('says how much of the missing USDR the wallet’s USDT covers', () => {
    const wallet = { DR: 50n * WAD, USDR: 40n * WAD, USDT: 1_000n * WAD }
    expect(shortageOf(whole, wallet)).toEqual({ DR: 150n * WAD, USDR: 60n * WAD, wrappable: 60n * WAD })
    expect(shortageOf(whole, { ...wallet, USDT: 25n * WAD }).wrappable).toBe(25n * WAD)
  })
})
