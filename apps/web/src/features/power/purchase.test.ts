import { WAD } from '@dr/protocol/amounts'
import { describe, expect, it } from 'vitest'
import { purchaseOf } from './purchase.ts'

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
