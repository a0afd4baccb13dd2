import type { Token } from '@dr/protocol/amounts'
import { WAD } from '@dr/protocol/amounts'
import { expect, test } from 'vitest'
import type { SwapBook } from '../../api/queries/swap.ts'
import { isWrapping, maxInput, previewSwap, swapProblem, worthOf } from './swap-preview.ts'

const info = (token: Token, inputPrice: bigint | null, outputPrice: bigint | null) => ({
  token,
  address: `0x${'1'.repeat(40)}`,
  average: inputPrice === null ? null : String(inputPrice),
  inputPrice: inputPrice === null ? null : String(inputPrice),
  outputPrice: outputPrice === null ? null : String(outputPrice),
  inventory: String(10_000n * WAD),
  leftToday: String(10_000n * WAD),
})

const pair = (inputToken: Token, outputToken: Token, obstacle: 'inventory' | null = null) => ({
  inputToken,
  outputToken,
  rate: null,
  minimum: String(WAD),
  maximum: String(1_000n * WAD),
  obstacle,
})

const book: SwapBook = {
  exchange: `0x${'2'.repeat(40)}`,
  tokens: [
    info('USDT', WAD, WAD),
    info('USDR', WAD, WAD),
    info('DR', (WAD * 49n) / 100n, WAD / 2n),
    info('DRGV', null, null),
  ],
  pairs: [pair('USDT', 'DR'), pair('DR', 'USDT', 'inventory'), pair('USDT', 'DRGV')],
  fee: { bps: 30, collected: '0', inviterBps: 2_000, nodePoolBps: 1_600, dividendPoolBps: 6_400 },
  boundBps: 500,
  lifetimeSeconds: 60,
  blockNumber: 7,
  blockTime: 1_700_000_000,
  source: `0x${'3'.repeat(40)}`,
}

test('shows what the server will quote: the input at its lower, the output at its higher price', () => {
  const { amounts, obstacle } = previewSwap(book, { input: 'USDT', output: 'DR' }, 100n * WAD)
  expect(obstacle).toBeNull()
  expect(amounts).toEqual({
    value: 100n * WAD,
    fee: (3n * WAD) / 10n,
    outputAmount: (1994n * WAD) / 10n,
    rate: (1994n * WAD) / 1000n,
  })
  const back = previewSwap(book, { input: 'DR', output: 'USDT' }, 100n * WAD)
  expect(back.amounts?.value).toBe(49n * WAD)
  expect(back.obstacle).toBe('inventory')
})

test('shows no figure where there is no price', () => {
  expect(previewSwap(book, { input: 'USDT', output: 'DRGV' }, WAD)).toMatchObject({
    amounts: null,
    obstacle: 'no-price',
  })
  expect(previewSwap(book, { input: 'DRGV', output: 'DR' }, WAD).obstacle).toBe('no-price')
})

test('says why an amount cannot be swapped, the wallet first', () => {
  const of = (amount: bigint, balance?: bigint) =>
    swapProblem(previewSwap(book, { input: 'USDT', output: 'DR' }, amount), amount, balance)
  expect(of(1_000n * WAD)).toBeNull()
  expect(of(1_000n * WAD, 999n * WAD)).toBe('above-balance')
  expect(of(1_000n * WAD + 1n)).toBe('above-maximum')
  expect(of(WAD - 1n)).toBe('below-minimum')
})

test('offers the wallet or what the exchange can give, whichever is less', () => {
  expect(maxInput(5n, 3n)).toBe(3n)
  expect(maxInput(3n, 5n)).toBe(3n)
  expect(maxInput(3n, undefined)).toBe(3n)
  expect(maxInput(null, 4n)).toBe(4n)
  expect(maxInput(null, undefined)).toBeNull()
})

test('only USDT and USDR wrap each other', () => {
  expect(isWrapping({ input: 'USDT', output: 'USDR' })).toBe(true)
  expect(isWrapping({ input: 'USDR', output: 'USDT' })).toBe(true)
  expect(isWrapping({ input: 'USDR', output: 'DR' })).toBe(false)
})

test('an amount is worth what the exchange itself values it at, by the side it is on; nothing without a price', () => {
  expect(worthOf(book, 'input', 'DR', 10n * WAD)).toBe((WAD * 49n) / 10n)
  expect(worthOf(book, 'output', 'DR', 10n * WAD)).toBe(5n * WAD)
  expect(worthOf(book, 'input', 'DRGV', WAD)).toBeNull()
  expect(worthOf(undefined, 'input', 'DR', WAD)).toBeNull()
})
