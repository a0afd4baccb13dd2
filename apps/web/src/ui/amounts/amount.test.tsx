import { UINT256_MAX, WAD } from '@dr/protocol/amounts'
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

it.each(['hero', 'lg'] as const)('%s: the largest number of a chain breaks, and can be read', (size) => {
  const html = renderToStaticMarkup(<Amount value={UINT256_MAX} token="USDT" size={size} />)
  const sizeOf = (value: bigint) =>
    /font-size:([^;]+)/.exec(renderToStaticMarkup(<Amount value={value} maxDecimals={0} size={size} />))?.[1]
  expect(html).toContain('wrap-anywhere')
  expect(sizeOf(UINT256_MAX)).toBe(sizeOf(10n ** 37n))
})

it('writes a value in dollars as the texts around it do', () => {
  for (const value of [0n, WAD / 4n, 1_234_567n * WAD, 10n ** 25n + WAD / 3n])
    expect(textOf({ value, token: 'USD', maxDecimals: 2 })).toBe(formatWorth(value))
})

it.each([
  { token: 'DR', signed: true },
  { token: 'USD', size: 'hero' },
  { token: 'USDT', size: 'lg', tone: 'in', fixed: true },
] as const)('%o is not for a translator, and no text is beside another child', (props) => {
  const html = renderToStaticMarkup(<Amount value={(1_234n * WAD * 3n) / 2n} {...props} />)
  expect(html).toMatch(/^<span translate="no"/)
  expect(html).not.toMatch(/[^>]<(?!\/)|<\/span>[^<]/)
})
