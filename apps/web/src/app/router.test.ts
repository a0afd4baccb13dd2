import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../../scripts/requirement.ts'
import { PATHS, TABS, tabOf } from '../pages/paths.ts'
import { parseSearch, readValues, stringifySearch } from './search.ts'

describe('routes', () => {
  it('are the requirement’s, and no others', () => {
    expect(Object.values(PATHS).sort()).toEqual([...ROUTES].sort())
  })
  it('all stand in the router', () => {
    const source = readFileSync(fileURLToPath(new URL('router.tsx', import.meta.url)), 'utf8')
    const missing = Object.keys(PATHS).filter((name) => !new RegExp(`PATHS\\.${name}\\b`).test(source))
    expect(missing).toEqual([])
  })
})

describe('tabOf', () => {
  it.each([
    ['/pages/DCP/Pledgerecord', PATHS.power],
    ['/pages/assets/assetsRecord', PATHS.assets],
    ['/pages/dao/add', PATHS.community],
    ['/pages/platform/platform', PATHS.home],
    ['/', PATHS.home],
  ])('%s falls back to %s', (path, tab) => {
    expect(tabOf(path)).toBe(tab)
  })
  it('has five tabs', () => {
    expect(TABS).toHaveLength(5)
  })
})

describe('search values', () => {
  it('keeps value1 to value9 as text and drops the rest', () => {
    const search = parseSearch('?value1=007&value9=a&value10=b&value0=c&evil=d')
    expect(readValues(search)).toEqual({ value1: '007', value9: 'a' })
  })
  it('writes what it reads', () => {
    expect(stringifySearch({ value1: '2', value2: 'a b&c' })).toBe('?value1=2&value2=a+b%26c')
    expect(stringifySearch({})).toBe('')
    expect(parseSearch('?value2=a+b%26c')).toEqual({ value2: 'a b&c' })
  })
})
