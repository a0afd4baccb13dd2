import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'acorn'
import { expect, test } from 'vitest'
import { scriptFaults, styleFaults, type Versions } from './baseline.ts'
import { buildWeb } from './build-web.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const TIMEOUT_MS = 600_000

/** Features that degrade gracefully, with the effect of their absence. */
const DEGRADES: Readonly<Record<string, string>> = {
  '@starting-style': 'a sheet is there at once instead of sliding in',
  'accent-color': 'a check box in the browser’s own colour',
  'cursor: pointer': 'a phone has no pointer',
  'font-family: ui-monospace': 'the next family of the list',
  'grid-template-rows: subgrid': 'rows of neighbouring cards do not line up',
  'scrollbar-gutter': 'a page is some pixels wider without a scroll bar',
  'scrollbar-gutter: stable': 'the same',
  'text-decoration: dotted': 'a plain underline',
  'text-size-adjust': 'the prefixed one beside it, or nothing to adjust',
  'text-wrap': 'a last line with one word',
  'text-wrap: balance': 'lines of unequal length in a heading',
  'text-wrap: pretty': 'a last line with one word',
  'overscroll-behavior': 'the page behind a sheet moves at its end',
  hyphens: 'a long word breaks anywhere',
  resize: 'a text area keeps its size',
  'resize: none': 'the same',
  'resize: vertical': 'the same',
  'backdrop-filter': 'the ground of a bar is nearly opaque without it',
  '.showPopover': 'asked for by `?.`: toasts are then below a sheet of another’s',
  'navigator.share': 'the button is there only where it is',
  '.startViewTransition': 'React’s own, which the app does not use',
  '.use': 'React’s own hook of that name',
  'navigator.connection': 'React’s own, asked for before it is used',
  '.error': 'the logger’s method, in WalletConnect',
  '.fromHex': 'asked for before it is used, in WalletConnect',
  '.toHex': 'the same',
  'Uint8Array.fromBase64': 'the same',
  'Uint8Array.fromHex': 'the same',
}

const versionsOf = async (): Promise<Versions> => {
  const { browserslist } = JSON.parse(await readFile(join(root, 'apps/web/package.json'), 'utf8')) as {
    browserslist: readonly string[]
  }
  const named = Object.fromEntries(browserslist.map((entry) => entry.split(' >= ')))
  return {
    chrome: named.chrome,
    chrome_android: named.chrome,
    webview_android: named.chrome,
    safari: named.safari,
    safari_ios: named.ios_saf,
    firefox: named.firefox,
    firefox_android: named.firefox,
  }
}

test('the built app uses nothing that a browser of the baseline does not have', {
  timeout: TIMEOUT_MS,
}, async () => {
  const versions = await versionsOf()
  const { directory } = await buildWeb({ root, local: true })
  const names = (await readdir(directory, { recursive: true })).filter((name) =>
    /\.(js|css|html)$/.test(name),
  )
  const faults = new Map<string, string>()
  for (const name of names) {
    const text = await readFile(join(directory, name), 'utf8')
    const styles = name.endsWith('.css')
      ? [text]
      : [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style)
    const scripts = name.endsWith('.js')
      ? [text]
      : [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script)
    for (const [use, browsers] of [
      ...scripts.flatMap((script) => [...scriptFaults(script, versions)]),
      ...(name.endsWith('.js') ? [] : styles).flatMap((style) => [...styleFaults(style, versions)]),
    ]) {
      if (!(use in DEGRADES)) faults.set(use, `${name}: ${browsers.join(', ')}`)
    }
  }
  expect(Object.fromEntries(faults)).toEqual({})
})

test('what an older browser runs is ES5', { timeout: TIMEOUT_MS }, async () => {
  const { directory } = await buildWeb({ root, local: true })
  const html = await readFile(join(directory, 'index.html'), 'utf8')
  const first = /<script>(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  expect(first).toContain('data-old')
  for (const script of [first, await readFile(join(directory, 'old-browser.js'), 'utf8')]) {
    expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow()
  }
})

test('what is newer than the baseline is found, and what asks for itself is not', () => {
  const versions = { chrome: '111', safari_ios: '16.4', firefox: '128' }
  const script = 'const a = Promise.withResolvers(); new Set().union(b); structuredClone(a); [].at(0)'
  expect([...scriptFaults(script, versions).keys()]).toEqual(['Promise.withResolvers', '.union'])
  expect(() => scriptFaults('/a/v', versions)).toThrow()
  const style = `a { color: light-dark(red, blue); .b & { top: 0 } }
    @supports (field-sizing: content) { a { field-sizing: content } }
    a { height: 1dvh; field-sizing: content } a:popover-open { top: 0 } @container (width > 1px) { a { top: 0 } }`
  const found = [...styleFaults(style, versions).keys()]
  expect(found.filter((name) => !name.startsWith('field-sizing:'))).toEqual([
    'light-dark()',
    'nesting',
    'field-sizing',
    ':popover-open',
  ])
})
