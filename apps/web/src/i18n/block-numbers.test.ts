import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.tsx') || (name.startsWith('i18n') && name.endsWith('.ts')),
)

/** Places that insert a block number into a text or a row, with the inserted expression. */
const PLACES = /(?:\bblock: |t\('common\.block', \{ number: |label: t\('tx\.row\.block'\), value: )([^\n]*)/g

const numbers = files.flatMap((name) =>
  [...readFileSync(join(source, name), 'utf8').matchAll(PLACES)].map(([, number = '']) => ({ name, number })),
)

it('a block’s number looks the same everywhere: grouped by formatCount', () => {
  const shown = numbers.filter(({ number }) => !number.startsWith("'")) // a table of keys, not a number
  expect(shown.length).toBeGreaterThan(15)
  expect(shown.filter(({ number }) => !number.startsWith('formatCount('))).toEqual([])
})
