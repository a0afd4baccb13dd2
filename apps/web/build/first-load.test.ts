import { expect, test } from 'vitest'
import { lateModules } from './first-load.ts'

type Chunk = Parameters<typeof lateModules>[0][number]

const chunk = (name: string, imports: readonly string[], moduleIds: readonly string[]): Chunk => ({
  name,
  fileName: `${name}.js`,
  isEntry: name === 'index',
  imports: imports.map((one) => `${one}.js`),
  moduleIds: [...moduleIds],
})

/** Who imports whom; `mine` is what a signed-in user's Home adds. */
const built = (homeImports: readonly string[]) => [
  chunk('index', ['shell'], ['start']),
  chunk('main', ['shell'], ['app']),
  chunk('shell', [], ['button']),
  chunk('home', ['shell', ...homeImports], ['home', 'welcome']),
  chunk('mine', ['shell', 'parts'], ['mine']),
  chunk('parts', ['shell'], ['steps', 'list-row']),
]
const importers: Readonly<Record<string, readonly string[]>> = {
  steps: ['mine', 'welcome'],
  'list-row': ['mine'],
}
const lateIn = (homeImports: readonly string[]) =>
  lateModules(built(homeImports), (id) => importers[id] ?? [])

test('a module that only a signed-in user’s page imports is allowed', () => {
  expect(lateIn([])).toEqual([])
})

test('a module of a later chunk that a visitor’s first page needs is named, with the one that needs it', () => {
  expect(lateIn(['parts'])).toEqual([{ module: 'steps', importer: 'welcome' }])
})
