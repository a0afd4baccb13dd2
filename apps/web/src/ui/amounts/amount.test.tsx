import { WAD } from '@dr/protocol/amounts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { formatWorth } from '../../i18n/rate-text.ts'
import { Amount, type AmountProps } from './amount.tsx'

const textOf = (props: AmountProps): string =>
  renderToStaticMarkup(<Amount {...props} />).replaceAll(/<[^>]*>/g, '')

it.each([
  [{ value: 1_500n * WAD, token: 'USD' }, '$1,500.00'],
  [{ value: (1_999n * WAD) / 2n, token: 'USD', size: 'hero' }, '$999.50'],
  [{ value: 5n * WAD, token: 'USD', signed: true }, '+$5.00'],
  [{ value: -5n * WAD, token: 'USD' }, '−$5.00'],
  [{ value: (3n * WAD) / 2n, token: 'DR' }, '1.5DR'],
] as const)('%o is written %s', (props, text) => {
  expect(textOf({ maxDecimals: 2, ...props })).toBe(text)
})

it('writes a value in dollars as the texts around it do', () => {
  for (const value of [0n, WAD / 4n, 1_234_567n * WAD, 10n ** 25n + WAD / 3n])
    expect(textOf({ value, token: 'USD', maxDecimals: 2 })).toBe(formatWorth(value))
})
