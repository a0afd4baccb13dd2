import { byToken, SWAP_TOKENS, TOKENS } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RUNS } from '../../../../test/reference/runs.ts'
import { availableOf, type ByToken } from './available.rules.ts'

const all = (amount: bigint): ByToken => byToken(SWAP_TOKENS, () => amount)
const exchange = { inventory: all(1_000n), leftToday: all(100n) }

test('what is promised is not there for others; fees are of the USDT', () => {
  const { inventory, leftToday } = availableOf(exchange, {
    outputs: { ...all(0n), DR: 30n, USDT: 10n },
    usdtForFees: 5n,
  })
  expect(inventory).toMatchObject({ USDT: 985n, USDR: 1_000n, DR: 970n, DRGV: 1_000n })
  expect(leftToday).toMatchObject({ USDT: 90n, USDR: 100n, DR: 70n, DRGV: 100n })
})

test('promises alone never take everything: half is always available', () => {
  const { inventory, leftToday } = availableOf(exchange, {
    outputs: all(10n ** 30n),
    usdtForFees: 10n ** 30n,
  })
  expect(inventory).toEqual(all(500n))
  expect(leftToday).toEqual(all(50n))
})

test('is never more than there is, nor less than nothing, and falls with what is promised', () => {
  const amount = fc.bigInt(0n, 10n ** 27n)
  fc.assert(
    fc.property(amount, amount, amount, amount, amount, (held, left, promised, more, fees) => {
      const at = (outputs: bigint) =>
        availableOf(
          { inventory: all(held), leftToday: all(left) },
          { outputs: all(outputs), usdtForFees: fees },
        )
      for (const token of TOKENS) {
        for (const part of ['inventory', 'leftToday'] as const) {
          const [one, two] = [at(promised)[part][token], at(promised + more)[part][token]]
          const whole = part === 'inventory' ? held : left
          expect(one <= whole && two <= one && two * 2n >= whole).toBe(true)
        }
      }
    }),
    { numRuns: RUNS },
  )
})
