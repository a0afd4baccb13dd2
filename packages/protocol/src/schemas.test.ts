import { expect, test } from 'vitest'
import { UINT256_MAX } from './amounts.ts'
import { overview } from './calls/public.ts'
import { ASKED_MAX, amountSchema, positiveAmountSchema, productIdSchema, uintSchema } from './schemas.ts'

test('whole numbers: up to 2^256 − 1, what is asked for up to 2^128 − 1, and anything else is refused, never thrown', () => {
  for (const schema of [amountSchema, positiveAmountSchema, uintSchema]) {
    const max = schema === positiveAmountSchema ? ASKED_MAX : UINT256_MAX
    expect(schema.safeParse(String(max)).success).toBe(true)
    expect(schema.safeParse(String(max + 1n)).success).toBe(false)
    for (const text of [
      String(UINT256_MAX + 1n),
      '9'.repeat(78),
      'abc',
      '1.5',
      '-1',
      '01',
      '',
      ' 1',
      '0x1',
    ]) {
      expect([text, schema.safeParse(text).success]).toEqual([text, false])
    }
  }
  expect([amountSchema, positiveAmountSchema].map((schema) => schema.safeParse('0').success)).toEqual([
    true,
    false,
  ])
})

test('product ids are names, without control characters', () => {
  for (const id of ['m1', 'miner-1', 'a'.repeat(64)]) expect(productIdSchema.safeParse(id).success).toBe(true)
  for (const id of ['', 'm\u00001', 'm 1', 'm\n', 'a'.repeat(65)]) {
    expect([id, productIdSchema.safeParse(id).success]).toEqual([id, false])
  }
})

test('the overview reads the chain, and says that it may not be there', () => {
  expect(overview.errors).toContain('NO_PRICE')
})
