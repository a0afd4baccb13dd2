import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitFlush } from '../../../../test/reference/contract-rules.ts'
import { RUNS } from '../../../../test/reference/runs.ts'
import { collectFees, type SwapFee } from '../../../../test/reference/statements.ts'
import { shareFlush } from './fee-split.rules.ts'

const fees = fc.array(
  fc.record({ fee: fc.bigInt(0n, 10n ** 24n), inviterId: fc.option(fc.integer({ min: 1, max: 5 })) }),
  { maxLength: 30 },
)

const share = (arrived: { node: bigint; deflation: bigint }, all: readonly SwapFee[]) =>
  shareFlush({ ...arrived, fees: collectFees(all) })

describe('fees', () => {
  test('go 20 % to the inviter, 16 % to the node pool, 64 % to the dividend pool', () => {
    const shares = share(splitFlush(1_000n), [{ fee: 1_000n, inviterId: 7 }])
    expect(shares).toEqual({ inviters: new Map([[7, 200n]]), nodePool: 160n, dividendPool: 640n })
  })

  test('without an inviter that qualifies, the 20 % are the node pool’s', () => {
    const shares = share(splitFlush(1_000n), [{ fee: 1_000n, inviterId: null }])
    expect(shares).toEqual({ inviters: new Map(), nodePool: 360n, dividendPool: 640n })
  })

  test('are all there, to the last base unit, however many swaps a flush is of', () => {
    fc.assert(
      fc.property(fees, (all) => {
        const total = all.reduce((sum, { fee }) => sum + fee, 0n)
        const arrived = splitFlush(total)
        const shares = share(arrived, all)
        const invited = [...shares.inviters.values()].reduce((a, b) => a + b, 0n)
        expect(invited + shares.nodePool).toBe(arrived.node)
        expect(shares.dividendPool).toBe(arrived.deflation)
        expect(arrived.node + arrived.deflation).toBe(total)
        expect(shares.nodePool * 100n >= total * 16n - 100n).toBe(true)
        expect(invited * 5n <= total).toBe(true)
      }),
      { numRuns: RUNS },
    )
  })

  test('that do not add up to what arrived are refused', () => {
    expect(() => share(splitFlush(999n), [{ fee: 1_000n, inviterId: null }])).toThrow(/was flushed/)
    expect(() => share({ node: 1n, deflation: 999n }, [{ fee: 1_000n, inviterId: 1 }])).toThrow(
      /less reached/,
    )
  })
})
