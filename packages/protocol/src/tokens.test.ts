import { describe, expect, expectTypeOf, test } from 'vitest'
import { TOKEN_TABLE } from './token-table.ts'
import {
  byToken,
  FAUCET_TOKENS,
  type FaucetToken,
  FIXED_SUPPLY_TOKENS,
  type FixedSupplyToken,
  isPriced,
  PAYOUT_TOKENS,
  type PayoutToken,
  PRICED_TOKENS,
  type PricedToken,
  SWAP_TOKENS,
  type SwapToken,
  startingWith,
  TOKENS,
  type Token,
  VAULT_TOKENS,
  type VaultToken,
} from './tokens.ts'

describe('the table of tokens', () => {
  test('gives lists in its own order', () => {
    expect(TOKENS).toEqual(Object.keys(TOKEN_TABLE))
    expect(TOKENS.slice(0, 4)).toEqual(['USDT', 'USDR', 'DR', 'DRGV'])
    expect(SWAP_TOKENS.slice(0, 4)).toEqual(['USDT', 'USDR', 'DR', 'DRGV'])
    expect(PRICED_TOKENS.slice(0, 2)).toEqual(['DR', 'DRGV'])
    expect(FIXED_SUPPLY_TOKENS.slice(0, 2)).toEqual(['DR', 'DRGV'])
    expect(PAYOUT_TOKENS).toEqual(['USDT', 'DR'])
    expect(FAUCET_TOKENS.slice(0, 2)).toEqual(['USDT', 'DRGV'])
    expect([...PRICED_TOKENS, ...FIXED_SUPPLY_TOKENS]).not.toContain('USDR')
  })

  test('gives unions of literals that say the same', () => {
    expectTypeOf<Token>().toEqualTypeOf<keyof typeof TOKEN_TABLE>()
    expectTypeOf<'USDT' | 'USDR' | 'DR' | 'DRGV'>().toExtend<SwapToken>()
    expectTypeOf<'DR' | 'DRGV'>().toExtend<PricedToken>()
    expectTypeOf<Extract<PricedToken, 'USDT' | 'USDR'>>().toBeNever()
    expectTypeOf<'DR' | 'DRGV'>().toExtend<FixedSupplyToken>()
    expectTypeOf<Extract<FixedSupplyToken, 'USDT' | 'USDR'>>().toBeNever()
    expectTypeOf<PayoutToken>().toEqualTypeOf<'USDT' | 'DR'>()
    expectTypeOf<'USDT' | 'DRGV'>().toExtend<FaucetToken>()
    expectTypeOf<Extract<FaucetToken, 'USDR' | 'DR'>>().toBeNever()
  })

  test('says what each vault keeps', () => {
    expect(VAULT_TOKENS).toEqual([
      { vault: 0, token: 'DR' },
      { vault: 1, token: 'USDT' },
      { vault: 1, token: 'DR' },
      { vault: 2, token: 'USDT' },
      { vault: 2, token: 'DR' },
    ])
    expectTypeOf<VaultToken>().toEqualTypeOf<
      | { readonly vault: 0; readonly token: 'DR' }
      | { readonly vault: 1; readonly token: 'USDT' }
      | { readonly vault: 1; readonly token: 'DR' }
      | { readonly vault: 2; readonly token: 'USDT' }
      | { readonly vault: 2; readonly token: 'DR' }
    >()
  })

  test('knows priced tokens among any names', () => {
    expect(['DR', 'USDT', 'BNB', 'toString'].map(isPriced)).toEqual([true, false, false, false])
  })

  test('holds symbols that are distinct in lower case: so deployments and `ContractAddresses` name them', () => {
    const symbols = Object.keys(TOKEN_TABLE)
    expect(new Set(symbols.map((symbol) => symbol.toLowerCase())).size).toBe(symbols.length)
  })
})

test('startingWith', () => {
  expect(startingWith(TOKENS, 'DR', 'DRGV').slice(0, 4)).toEqual(['DR', 'DRGV', 'USDT', 'USDR'])
  expect(startingWith(PRICED_TOKENS, 'DRGV').slice(0, 2)).toEqual(['DRGV', 'DR'])
})

test('byToken', () => {
  expect(byToken(PRICED_TOKENS, (token) => token.length)).toMatchObject({ DR: 2, DRGV: 4 })
})
