import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { isWatchable, useWatched, watch } from './watched.ts'

const address = `0x${'aB'.repeat(20)}` as const

const Shown = () => JSON.stringify(useWatched())
/** State as rendered in a component. */
const shown = (): unknown => JSON.parse(renderToStaticMarkup(createElement(Shown)).replaceAll('&quot;', '"'))

it.each([
  [address, true],
  [address.toLowerCase(), true],
  [address.slice(0, -1), false],
  [`${address}0`, false],
  [`0x${'g'.repeat(40)}`, false],
  ['', false],
])('isWatchable(%j) is %s', (text, yes) => {
  expect(isWatchable(text)).toBe(yes)
})
it('is stored in lower case and shown at once, also where storage is blocked; and can be removed', () => {
  watch(address)
  expect(shown()).toEqual({ address: address.toLowerCase(), open: true })
  watch(null)
  expect(shown()).toEqual({ address: null, open: false })
})
