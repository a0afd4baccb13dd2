import { WAD } from '@dr/protocol/amounts'
import { swapAmounts } from '@dr/protocol/rules/swap-quote'
import { byToken, TOKENS, type Token } from '@dr/protocol/tokens'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Exchange,
  type Holdings,
  isShort,
  type Needs,
  plainText,
  solveShortage,
  swappedText,
} from './shortage.rules.ts'

interface Market {
  readonly prices: Readonly<Record<'DRGV' | 'DR', bigint | null>>
  readonly feeBps: number
  readonly minimum: bigint
  readonly maximum: bigint
}

const exchangeOf = ({ prices, feeBps, minimum, maximum }: Market): Exchange =>
  ({
    tokens: (['DRGV', 'DR'] as const).map((token) => ({
      token,
      // The input price is slightly lower than the output price, as at the exchange.
      inputPrice: prices[token] === null ? null : String((prices[token] * 99n) / 100n),
      outputPrice: prices[token] === null ? null : String(prices[token]),
    })),
    pairs: (['USDT', 'DR'] as const).flatMap((inputToken) =>
      (['USDT', 'DRGV', 'DR'] as const)
        .filter((outputToken) => outputToken !== inputToken)
        .map((outputToken) => ({
          inputToken,
          outputToken,
          minimum: String(minimum),
          maximum: String(maximum),
          obstacle: [inputToken, outputToken].some((token) => token !== 'USDT' && prices[token] === null)
            ? 'no-price'
            : null,
        })),
    ),
    fee: { bps: feeBps },
  }) as unknown as Exchange

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const amount = fc.bigInt({ min: 0n, max: 10_000n * WAD })
const nothing = byToken(TOKENS, () => 0n)
const holdings = fc
  .record({ USDT: amount, USDR: amount, DR: amount, DRGV: amount })
  .map((held): Holdings => ({ ...nothing, ...held }))
const needs = fc.record(
  { USDT: amount, USDR: amount, DR: amount, DRGV: amount },
  { requiredKeys: [] },
) as fc.Arbitrary<Needs>
const price = fc.option(fc.bigInt({ min: WAD / 10_000n, max: 100n * WAD }), { nil: null, freq: 6 })
const market = fc.record({
  prices: fc.record({ DRGV: price, DR: price }),
  feeBps: fc.integer({ min: 0, max: 500 }),
  minimum: fc.bigInt({ min: 1n, max: WAD }),
  maximum: fc.bigInt({ min: 100n * WAD, max: 1_000_000n * WAD }),
})

/** The wallet after the steps, each with its exact input and minimum output. Throws if one cannot be paid. */
const walletAfter = (wallet: Holdings, steps: ReturnType<typeof solveShortage>['steps']): Holdings => {
  const after: Record<Token, bigint> = { ...wallet }
  for (const { input, output, pays, gives } of steps) {
    if (after[input] < pays) throw new Error(`${pays} ${input} are not there`)
    after[input] -= pays
    after[output] += gives
  }
  return after
}

describe('solveShortage', () => {
  it('for any wallet: steps that in their order cover every need, or the one thing that is missing', () => {
    fc.assert(
      fc.property(holdings, needs, market, (wallet, needed, terms) => {
        const exchange = exchangeOf(terms)
        const { steps, missing } = solveShortage({ needs: needed, wallet, exchange, ways: 'all' })
        if (missing === null) {
          expect(isShort(needed, walletAfter(wallet, steps))).toBe(false)
          expect(steps.length === 0).toBe(!isShort(needed, wallet))
          return
        }
        expect(steps).toEqual([])
        expect(missing.need).toBeGreaterThan(missing.have)
        if (missing.token === 'BNB') throw new Error('the network fee is reckoned elsewhere')
        expect(missing.have).toBe(wallet[missing.token])
        // With the reported missing amount a solution exists; with a cent less of USDT, which only spare DR
        // gives, none does.
        const filled = (less: bigint) => ({ ...wallet, [missing.token]: missing.need - less })
        const solve = (held: Holdings) =>
          solveShortage({ needs: needed, wallet: held, exchange, ways: 'all' })
        const next = solve(filled(0n)).missing
        expect(next?.token).not.toBe(missing.token)
        const less = smaller(missing.need - missing.have, WAD / 100n)
        if (missing.token === 'USDT') expect(solve(filled(less)).missing?.token).toBe('USDT')
      }),
      { numRuns: 500, endOnFailure: true },
    )
  })

  it('each swap gives what it says at today’s price, and still does when the price is 0.9 % higher', () => {
    fc.assert(
      fc.property(holdings, needs, market, (wallet, needed, terms) => {
        const { steps } = solveShortage({ needs: needed, wallet, exchange: exchangeOf(terms), ways: 'all' })
        const priceOf = (token: Token): bigint =>
          token === 'DR' || token === 'DRGV' ? (terms.prices[token] ?? 0n) : WAD
        for (const { kind, input, output, pays, gives } of steps) {
          if (kind !== 'swap') {
            expect(pays).toBe(gives)
            continue
          }
          const inputPrice = input === 'DR' ? (priceOf('DR') * 99n) / 100n : WAD
          const feeBps = BigInt(terms.feeBps)
          for (const outputPrice of [priceOf(output), (priceOf(output) * 1_009n) / 1_000n]) {
            const got = swapAmounts({ inputAmount: pays, inputPrice, outputPrice, feeBps })
            expect(got.outputAmount).toBeGreaterThanOrEqual(gives)
          }
          expect(pays).toBeGreaterThanOrEqual(terms.minimum)
          expect(pays).toBeLessThanOrEqual(terms.maximum)
        }
      }),
    )
  })

  it('never swaps for a swap: only wrapping is offered there', () => {
    fc.assert(
      fc.property(holdings, needs, market, (wallet, needed, terms) => {
        const exchange = exchangeOf(terms)
        const { steps } = solveShortage({ needs: needed, wallet, exchange, ways: 'wrap' })
        expect(steps.every(({ kind }) => kind !== 'swap')).toBe(true)
      }),
    )
  })

  it('never unwraps what is to be wrapped, or the reverse: there it reports the shortage', () => {
    fc.assert(
      fc.property(holdings, amount, fc.constantFrom('USDT', 'USDR'), (held, needed, token) => {
        const short = { needs: { [token]: needed }, wallet: held, exchange: null, ways: 'none' } as const
        const { steps, missing } = solveShortage(short)
        expect(steps).toEqual([])
        const lack = { token, have: held[token], need: needed }
        expect(missing).toEqual(needed > held[token] ? { ...lack, plain: [lack] } : null)
      }),
    )
  })

  const wallet = (held: Partial<Holdings>): Holdings => ({
    ...(Object.fromEntries(TOKENS.map((token) => [token, 0n])) as Holdings),
    ...held,
  })
  const calm: Market = {
    prices: { DRGV: WAD / 10n, DR: WAD / 2n },
    feeBps: 30,
    minimum: 1n,
    maximum: 10_000n * WAD,
  }

  it('a machine with too little DRGV: one swap, in whole cents', () => {
    expect(
      solveShortage({
        needs: { USDT: 200n * WAD, DRGV: 500n * WAD },
        wallet: wallet({ USDT: 9_640n * WAD, DRGV: 320n * WAD }),
        exchange: exchangeOf(calm),
        ways: 'all',
      }),
    ).toEqual({
      steps: [
        { kind: 'swap', input: 'USDT', output: 'DRGV', pays: (1_824n * WAD) / 100n, gives: 180n * WAD },
      ],
      missing: null,
    })
  })

  it('POD power out of USDT alone: a swap for DR, then wrapping', () => {
    const { steps } = solveShortage({
      needs: { DR: 400n * WAD, USDR: 201n * WAD },
      wallet: wallet({ USDT: 500n * WAD }),
      exchange: exchangeOf(calm),
      ways: 'all',
    })
    expect(steps.map(({ kind, output }) => [kind, output])).toEqual([
      ['swap', 'DR'],
      ['wrap', 'USDR'],
    ])
  })

  it('electricity of a miner who holds DR alone: one swap, straight into DRGV', () => {
    const { steps, missing } = solveShortage({
      needs: { DRGV: 6n * WAD },
      wallet: wallet({ DR: 50n * WAD }),
      exchange: exchangeOf(calm),
      ways: 'all',
    })
    expect(missing).toBeNull()
    expect(steps.map(({ input, output, gives }) => [input, output, gives])).toEqual([
      ['DR', 'DRGV', 6n * WAD],
    ])
  })

  it('a machine out of DR and too little USDT: USDT pays what it can, DR the rest', () => {
    const needed = {
      needs: { USDT: 180n * WAD, DRGV: 200n * WAD },
      exchange: exchangeOf(calm),
      ways: 'all' as const,
    }
    const { steps } = solveShortage({ ...needed, wallet: wallet({ USDT: 190n * WAD, DR: 1_000n * WAD }) })
    expect(steps.map(({ input, output }) => [input, output])).toEqual([['DR', 'DRGV']])
    const alone = solveShortage({ ...needed, wallet: wallet({ DR: 1_000n * WAD }) })
    expect(alone.steps.map(({ input, output }) => [input, output])).toEqual([
      ['DR', 'USDT'],
      ['DR', 'DRGV'],
    ])
  })

  it('DR that the payment itself takes is never swapped away', () => {
    fc.assert(
      fc.property(holdings, needs, market, (held, needed, terms) => {
        const { steps } = solveShortage({
          needs: needed,
          wallet: held,
          exchange: exchangeOf(terms),
          ways: 'all',
        })
        const sold = steps.reduce((sum, { input, pays }) => (input === 'DR' ? sum + pays : sum), 0n)
        if (sold > 0n) expect(held.DR - sold).toBeGreaterThanOrEqual(needed.DR ?? 0n)
      }),
    )
  })

  it('says what is missing as needed less held, as the screen shows both, and what swaps change apart', () => {
    // A package: other tokens could provide a part.
    const rich = wallet({ USDT: 8_420n * WAD, DR: 1_000n * WAD })
    const ofPackage = solveShortage({
      needs: { USDT: 99_999n * WAD },
      wallet: rich,
      exchange: exchangeOf(calm),
      ways: 'all',
    }).missing
    expect(ofPackage && plainText(ofPackage)).toBe('91,579 USDT')
    expect(ofPackage && swappedText(ofPackage)).toBe('91,090.3713 USDT')
    // Machines: shown at their price, without a swap's margin.
    const ofMachines = solveShortage({
      needs: { USDT: 40_000n * WAD, DRGV: 100_500n * WAD },
      shown: { USDT: 40_000n * WAD, DRGV: 100_000n * WAD },
      wallet: wallet({ USDT: 8_420n * WAD, DRGV: 206n * WAD }),
      exchange: exchangeOf(calm),
      ways: 'all',
    }).missing
    expect(ofMachines && plainText(ofMachines)).toBe('31,580 USDT + 99,794 DRGV')
    // A swap's own input cannot be swapped for.
    const ofSwap = solveShortage({
      needs: { USDT: 99_999n * WAD },
      wallet: rich,
      exchange: null,
      ways: 'wrap',
    })
    expect(ofSwap.missing && plainText(ofSwap.missing)).toBe('91,579 USDT')
    expect(ofSwap.missing && swappedText(ofSwap.missing)).toBeNull()
  })

  it('what the exchange cannot give now is said to be missing itself', () => {
    const closed = exchangeOf({ ...calm, prices: { DRGV: null, DR: null } })
    const lack = { token: 'DRGV', have: WAD, need: 6n * WAD } as const
    for (const exchange of [closed, null])
      expect(
        solveShortage({
          needs: { DRGV: 6n * WAD },
          wallet: wallet({ USDT: WAD, DRGV: WAD }),
          exchange,
          ways: 'all',
        }).missing,
      ).toEqual({ ...lack, plain: [lack] })
  })
})
