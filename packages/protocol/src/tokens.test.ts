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
  test('gives lists in its own order, and unions of literals that say the same', () => {
    expect(TOKENS).toEqual(['USDT', 'USDR', 'DR', 'DRGV'])
    expectTypeOf<Token>().toEqualTypeOf<'USDT' | 'USDR' | 'DR' | 'DRGV'>()
    expect(SWAP_TOKENS).toEqual(TOKENS)
    expectTypeOf<SwapToken>().toEqualTypeOf<Token>()
    expect(PRICED_TOKENS).toEqual(['DR', 'DRGV'])
    expectTypeOf<PricedToken>().toEqualTypeOf<'DR' | 'DRGV'>()
    expect(FIXED_SUPPLY_TOKENS).toEqual(['DR', 'DRGV'])
    expectTypeOf<FixedSupplyToken>().toEqualTypeOf<'DR' | 'DRGV'>()
    expect(PAYOUT_TOKENS).toEqual(['USDT', 'DR'])
    expectTypeOf<PayoutToken>().toEqualTypeOf<'USDT' | 'DR'>()
    expect(FAUCET_TOKENS).toEqual(['USDT', 'DRGV'])
    expectTypeOf<FaucetToken>().toEqualTypeOf<'USDT' | 'DRGV'>()
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

  test('holds symbols that a name in lower case tells apart: so deployments and `ContractAddresses` name them', () => {
    const symbols = Object.keys(TOKEN_TABLE)
    expect(new Set(symbols.map((symbol) => symbol.toLowerCase())).size).toBe(symbols.length)
  })
})

test('startingWith', () => {
  expect(startingWith(TOKENS, 'DR', 'DRGV')).toEqual(['DR', 'DRGV', 'USDT', 'USDR'])
  expect(startingWith(PRICED_TOKENS, 'DRGV')).toEqual(['DRGV', 'DR'])
})

test('byToken', () => {
  expect(byToken(PRICED_TOKENS, (token) => token.length)).toEqual({ DR: 2, DRGV: 4 })
})
