import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ROUTES } from '../../../../tools/checks/requirement.ts'
import { EXTRA_PATHS, PATHS, TABS, tabOf } from '../pages/paths.ts'

describe('routes', () => {
  it('are the requirement’s, and no others', () => {
    expect(Object.values(PATHS).sort()).toEqual([...ROUTES].sort())
  })
  it('all have a page', () => {
    const source = readFileSync(fileURLToPath(new URL('page-loaders.ts', import.meta.url)), 'utf8')
    const missing = [
      ...Object.keys(PATHS).filter((name) => !new RegExp(`PATHS\\.${name}\\b`).test(source)),
      ...Object.keys(EXTRA_PATHS).filter((name) => !new RegExp(`EXTRA_PATHS\\.${name}\\b`).test(source)),
    ]
    expect(missing).toEqual([])
  })
})

describe('tabOf', () => {
  it.each([
    ['/pages/DCP/Pledgerecord', PATHS.power],
    ['/pages/assets/assetsRecord', PATHS.assets],
    ['/pages/dao/add', PATHS.community],
    ['/pages/wthdrawal/wthdrawalRecord', PATHS.assets],
    ['/pages/exchange/exchange', PATHS.assets],
    ['/pages/platform/platform', PATHS.home],
    ['/', PATHS.home],
  ])('%s falls back to %s', (path, tab) => {
    expect(tabOf(path)).toBe(tab)
  })
  it('has five tabs', () => {
    expect(TABS).toHaveLength(5)
  })
})
