import { expect, it } from 'vitest'
import { lineFault } from './compare-proofs.ts'

const vault = `0x${'1'.repeat(40)}` as const
const [dr, usdt] = [`0x${'2'.repeat(40)}`, `0x${'3'.repeat(40)}`] as const
const lines = (...earned: readonly (readonly [token: `0x${string}`, earned: bigint])[]) => ({
  books: earned.map(([token, amount]) => ({ vault, token, earned: amount, index: 0n, path: [] })),
})

it.each([
  ['the same lines', lines([dr, 5n]), lines([dr, 5n]), null],
  ['a line that rose, and a new one', lines([dr, 6n], [usdt, 1n]), lines([dr, 5n]), null],
  ['no earlier line', lines(), lines(), null],
  ['a smaller line', lines([dr, 4n], [usdt, 9n]), lines([dr, 5n], [usdt, 1n]), 'fell'],
  ['a line that is gone', lines([dr, 4n]), lines([dr, 5n], [usdt, 1n]), 'missing'],
  ['no line left', lines(), lines([dr, 5n]), 'missing'],
] as const)('%s', (_, now, before, fault) => {
  expect(lineFault(now, before)).toBe(fault)
})
