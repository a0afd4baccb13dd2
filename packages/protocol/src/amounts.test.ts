import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ceilingAt,
  formatAmount,
  isNear,
  mulDivDown,
  mulDivUp,
  parseAmount,
  shownBetween,
  splitAmount,
  UINT256_MAX,
  WAD,
} from './amounts.ts'

const uint256 = fc.bigInt({ min: 0n, max: UINT256_MAX })
/** Realistic amounts: from one base unit to the whole supply. */
const amount = fc.oneof(
  uint256,
  fc.bigInt({ min: 0n, max: 10n ** 9n }),
  fc.bigInt({ min: 0n, max: 10n ** 26n }),
)
const full = { maxDecimals: 18, group: false } as const

test.each([
  [WAD / 2n, 2, '0.50'],
  [WAD, 2, '1.00'],
  [WAD / 8n, 2, '0.125'],
  [-WAD / 2n, 2, '-0.50'],
  [0n, 2, '0.00'],
  [WAD / 2n, 0, '0.5'],
])('%s with at least %i decimals is %s', (value, minDecimals, text) => {
  expect(formatAmount(value, { minDecimals })).toBe(text)
})

test.each([
  [{ maxDecimals: 0, minDecimals: 2 }, '1'],
  [{ maxDecimals: 1, minDecimals: 2 }, '1.5'],
  [{ decimals: 18, minDecimals: 20, maxDecimals: 20 }, '1.500000000000000000'],
])('minimum decimals yield to the maximum and to the token: %o', (options, text) => {
  expect(formatAmount((3n * WAD) / 2n, options)).toBe(text)
})

test('minimum decimals only add zeros, and never beyond the maximum: what is read is the same', () => {
  const some = fc.integer({ min: 0, max: 20 })
  fc.assert(
    fc.property(amount, some, some, some, (value, decimals, maxDecimals, minDecimals) => {
      const options = { decimals, maxDecimals, group: false }
      const text = formatAmount(value, { ...options, minDecimals })
      const plain = formatAmount(value, options)
      const shown = (text.split('.')[1] ?? '').length
      expect(parseAmount(text, { decimals })).toEqual(parseAmount(plain, { decimals }))
      expect(shown).toBeLessThanOrEqual(Math.min(maxDecimals, decimals))
      expect(shown).toBeGreaterThanOrEqual(Math.min(minDecimals, maxDecimals, decimals))
    }),
  )
})

describe('parseAmount', () => {
  test('reads back whatever formatAmount writes in full', () => {
    fc.assert(
      fc.property(amount, (value) => {
        const text = formatAmount(value, full)
        expect(parseAmount(text)).toEqual({ ok: true, value, canonical: text })
      }),
    )
  })

  test('a comma reads as the point does, or is refused as ambiguous; never as something else', () => {
    fc.assert(
      fc.property(amount, (value) => {
        const text = formatAmount(value, full)
        const withComma = parseAmount(text.replace('.', ','))
        if (withComma.ok) expect(withComma.value).toBe(value)
        else expect(withComma.problem).toBe('ambiguous')
      }),
    )
  })

  test.each([
    ['1', WAD],
    ['0', 0n],
    ['007', 7n * WAD],
    ['1.', WAD],
    ['.5', WAD / 2n],
    [',5', WAD / 2n],
    ['0,5', WAD / 2n],
    ['1,50', (WAD * 3n) / 2n],
    [' 12.25 ', 12n * WAD + WAD / 4n],
    ['1.50000000000000000000000', (WAD * 3n) / 2n],
    ['0.000000000000000001', 1n],
    ['1500', 1_500n * WAD],
    ['1.500', (WAD * 3n) / 2n],
  ])('%j is understood', (text, value) => {
    const parsed = parseAmount(text)
    expect(parsed).toMatchObject({ ok: true, value })
    if (parsed.ok) expect(parseAmount(parsed.canonical)).toMatchObject({ ok: true, value })
  })

  test('reads numbers as the app prints them, but for one group that could be decimals', () => {
    fc.assert(
      fc.property(amount, (value) => {
        const text = formatAmount(value, { maxDecimals: 18 })
        expect(parseAmount(text)).toMatchObject(
          /^[^,]*,\d{3}$/.test(text) ? { ok: false, problem: 'ambiguous' } : { ok: true, value },
        )
      }),
    )
    expect(parseAmount('1,333,333')).toMatchObject({ canonical: '1333333' })
    expect(parseAmount('1,000.5')).toMatchObject({ canonical: '1000.5' })
  })

  test('where decimals are written with a comma, a point that may group thousands is refused', () => {
    const read = (text: string) => parseAmount(text, { decimalMark: ',' })
    for (const text of ['1.000', '12.500', '999.001', '１．０００'])
      expect(read(text)).toEqual({ ok: false, problem: 'ambiguous' })
    for (const text of ['1,000', '1.000,5']) expect(read(text)).toEqual({ ok: false, problem: 'ambiguous' })
    for (const text of ['0.500', '1.00', '1.0000', '1000', '1234.567', '1,5', '1,000.5'])
      expect(read(text)).toEqual(parseAmount(text))
  })

  test('a thousand with a point is refused in every language: who means one writes no zeros', () => {
    for (const text of ['1.000', '25.000', '100.000'])
      expect(parseAmount(text)).toEqual({ ok: false, problem: 'ambiguous' })
    for (const text of ['0.000', '1.00', '1.0000', '1000.000', '1.001'])
      expect(parseAmount(text)).toMatchObject({ ok: true })
  })

  test('full-width digits and marks are the same numbers', () => {
    expect(parseAmount('１２０')).toMatchObject({ value: 120n * 10n ** 18n, canonical: '120' })
    expect(parseAmount('１２．５')).toMatchObject({ canonical: '12.5' })
    expect(parseAmount('１2，５')).toMatchObject({ canonical: '12.5' })
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['-1', 'negative'],
    ['−1', 'negative'],
    ['1,500', 'ambiguous'],
    ['12,345', 'ambiguous'],
    ['1.500,0', 'ambiguous'],
    ['1,50.0', 'ambiguous'],
    ['0,500.5', 'ambiguous'],
    ['1,500,00', 'ambiguous'],
    ['12,3456,789', 'ambiguous'],
    ['1,500,000,5', 'ambiguous'],
    ['1 500', 'ambiguous'],
    ["1'500", 'ambiguous'],
    ['1.2.3', 'ambiguous'],
    ['abc', 'not-a-number'],
    ['1e18', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['１，５００', 'ambiguous'],
    ['－１', 'negative'],
    ['10²', 'not-a-number'],
    ['٣', 'not-a-number'],
    ['.', 'not-a-number'],
    ['+1', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['0.0000000000000000001', 'too-many-decimals'],
    ['9'.repeat(79), 'too-large'],
    ['9'.repeat(78), 'too-large'],
  ])('%j is refused as %s', (text, problem) => {
    expect(parseAmount(text)).toEqual({ ok: false, problem })
  })

  test('any text is parsed or refused, and the canonical form parses to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,-+ e'x") }), (text) => {
        const parsed = parseAmount(text)
        if (parsed.ok) expect(parseAmount(parsed.canonical)).toMatchObject({ value: parsed.value })
      }),
    )
  })
})

describe('formatAmount', () => {
  test('cuts and never rounds up: what is shown is at most what is there, by less than the last digit', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 18 }), (value, maxDecimals) => {
        const shown = parseAmount(formatAmount(value, { maxDecimals, group: false }))
        if (!shown.ok) throw new Error(shown.problem)
        expect(shown.value <= value).toBe(true)
        expect(value - shown.value < 10n ** BigInt(18 - maxDecimals)).toBe(true)
      }),
    )
  })

  test('groups thousands and nothing else', () => {
    fc.assert(
      fc.property(amount, (value) => {
        const grouped = splitAmount(value).whole
        expect(grouped).toMatch(/^\d{1,3}(,\d{3})*$/)
        expect(grouped.replaceAll(',', '')).toBe(splitAmount(value, { group: false }).whole)
      }),
    )
  })

  test.each([
    [1_234_500_000_000_000_000_000n, '1,234.5'],
    [0n, '0'],
    [1n, '0'],
    [10n ** 10n, '0.00000001'],
    [-WAD, '-1'],
    [WAD - 1n, '0.99999999'],
  ])('%s is %s', (value, text) => {
    expect(formatAmount(value)).toBe(text)
  })
})

describe('rounding', () => {
  const positive = fc.bigInt({ min: 1n, max: 10n ** 40n })

  test('down and up differ by at most one, and bracket the true quotient', () => {
    fc.assert(
      fc.property(positive, positive, positive, (a, b, c) => {
        const down = mulDivDown(a, b, c)
        const up = mulDivUp(a, b, c)
        expect(down * c <= a * b && a * b <= up * c).toBe(true)
        expect(up - down).toBe((a * b) % c === 0n ? 0n : 1n)
      }),
    )
  })

  test('a ceiling that is shown is not below the true one, and less than one last decimal above it', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 18 }), (value, maxDecimals) => {
        const ceiling = ceilingAt(value, maxDecimals)
        expect(ceiling >= value && ceiling - value < 10n ** BigInt(18 - maxDecimals)).toBe(true)
        expect(parseAmount(formatAmount(ceiling, { maxDecimals, group: false }))).toMatchObject(
          ceiling > UINT256_MAX ? { ok: false } : { ok: true, value: ceiling },
        )
      }),
    )
  })
})

test('a reader who subtracts what is shown gets what is shown', () => {
  // each cut by itself: 9.23275359 − 0.46163767 is 8.77111592, and 8.77111591 arrives
  const whole = 9_232_753_590_800_000_000n
  const rest = 8_771_115_911_260_000_000n
  expect(formatAmount(whole - rest)).toBe('0.46163767')
  expect(formatAmount(shownBetween(whole, rest))).toBe('0.46163768')
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 0, max: 18 }), (one, other, decimals) => {
      const [high, low] = one > other ? [one, other] : [other, one]
      const read = (value: bigint): bigint => {
        const parsed = parseAmount(formatAmount(value, { decimals, group: false }), { decimals })
        return parsed.ok ? parsed.value : -1n
      }
      const between = shownBetween(high, low, decimals)
      expect(read(between)).toBe(read(high) - read(low))
      expect(between - (high - low) < 10n ** BigInt(Math.max(0, decimals - 8))).toBe(true)
    }),
  )
})

test.each([
  [101n, 100n, true],
  [99n, 100n, true],
  [10_101n, 10_000n, false],
  [9_899n, 10_000n, false],
  [0n, 0n, true],
  [1n, 0n, false],
])('%i is within 1 %% of %i: %s', (value, reference, near) => {
  expect(isNear(value, reference, 100n)).toBe(near)
})
