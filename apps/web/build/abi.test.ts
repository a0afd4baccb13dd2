import { readdirSync, readFileSync } from 'node:fs'
import { errorsAbi } from '@dr/contracts/abi/errors'
import { expect, it } from 'vitest'
import { withoutErrors } from './abi.ts'

const folder = new URL('../../../contracts/abi/', import.meta.url)
const files = readdirSync(folder).filter((name) => !['errors.ts', 'index.ts'].includes(name))

const NOT_CALLED = ['admin-timelock', 'funding', 'pool-seeder', 'result-registry', 'treasury-vesting'].map(
  (name) => `${name}.ts`,
)

interface Entry {
  readonly type: string
}

const entriesOf = (source: string): readonly Entry[] =>
  JSON.parse(source.slice(source.indexOf('= ') + 2, source.lastIndexOf(']') + 1).replace(/,(\s*\])$/, '$1'))

it.each(files)('%s without its errors has everything else', (name) => {
  const source = readFileSync(new URL(name, folder), 'utf8')
  const all = entriesOf(source)
  const kept = entriesOf(withoutErrors(source))
  expect(kept).toEqual(all.filter(({ type }) => type !== 'error'))
  expect(kept.length).toBeGreaterThan(0)
  const errors = all.filter(({ type }) => type === 'error')
  const known = new Set(errorsAbi.map((error) => JSON.stringify(error)))
  // Of the others no call is made by the app, but reads that have no error of their own.
  if (NOT_CALLED.includes(name)) return
  expect(errors.filter((error) => !known.has(JSON.stringify(error)))).toEqual([])
})
