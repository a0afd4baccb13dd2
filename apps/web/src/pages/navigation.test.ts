import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createNavigation, formatHash, parseHash } from './navigation.ts'
import { PATHS } from './paths.ts'
import { testHistory } from './test-history.ts'
import { createGo } from './use-go.ts'

describe('the hash', () => {
  it('keeps value1 to value9 as text and drops the rest', () => {
    const { values } = parseHash('#/pages/dao/dao?value1=007&value9=a&value10=b&value0=c&evil=d')
    expect(values).toEqual({ value1: '007', value9: 'a' })
  })
  it.each([
    ['', '/'],
    ['#', '/'],
    ['#/', '/'],
    ['#pages/dao/dao', '/pages/dao/dao'],
    ['#/pages/dao/dao/', '/pages/dao/dao'],
  ])('%j is the page %s', (hash, path) => {
    expect(parseHash(hash).path).toBe(path)
  })
  it('reads what it writes, whatever the text', { timeout: 60_000 }, () => {
    const texts = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(PATHS)), texts, texts, (path, value1, value9) => {
        expect(parseHash(formatHash(path, { value1, value9 }))).toEqual({ path, values: { value1, value9 } })
      }),
    )
  })
})

describe('navigation', () => {
  it('goes back to the first page when there is no history', () => {
    const { host } = testHistory('#/pages/assets/assets')
    const navigation = createNavigation(host)
    const { back } = createGo(() => navigation)
    back()
    expect(navigation.get()).toMatchObject({ path: '/', index: 0 })
  })
  it('goes back within the app when there is some, over a reload too', () => {
    const { host, arrive } = testHistory('#/pages/assets/assets')
    createGo(() => createNavigation(host)).push(PATHS.withdrawal, { value1: '2' })
    const reloaded = createNavigation(host)
    expect(reloaded.get()).toMatchObject({ index: 1, values: { value1: '2' }, fresh: false })
    createGo(() => reloaded).back()
    arrive()
    expect(reloaded.get()).toMatchObject({ path: PATHS.assets, index: 0 })
  })
  it('an address typed by hand is a page to come back from', () => {
    const { host, type } = testHistory('')
    const navigation = createNavigation(host)
    type('#/pages/dao/dao')
    expect(navigation.get()).toMatchObject({ path: PATHS.community, index: 1 })
    expect(navigation.canGoBack()).toBe(true)
  })
  it('a redirect leaves no entry, and a page that is shown already gets none', () => {
    const { host, length } = testHistory('')
    const navigation = createNavigation(host)
    const { push, redirect } = createGo(() => navigation)
    redirect(PATHS.power)
    push(PATHS.power)
    expect(length()).toBe(1)
    push(PATHS.power, { value1: 'x' })
    expect(length()).toBe(2)
  })
  it('notifies its listeners', () => {
    const { host } = testHistory('')
    const navigation = createNavigation(host)
    const listener = vi.fn()
    const stop = navigation.subscribe(listener)
    navigation.push('/pages/dao/dao')
    stop()
    navigation.push('/pages/dao/add')
    expect(listener).toHaveBeenCalledTimes(1)
  })
})

describe('push and redirect that fail', () => {
  it('switch to the page’s tab when the browser refuses', () => {
    const { host, history } = testHistory('')
    const navigation = createNavigation(host)
    vi.spyOn(history, 'pushState').mockImplementation(() => {
      throw new DOMException('too many calls', 'SecurityError')
    })
    createGo(() => navigation).push(PATHS.assetsRecord, { value1: '1' })
    expect(navigation.get()).toMatchObject({ path: PATHS.assets, values: {} })
  })
  it.each(['push', 'redirect'] as const)('%s shows the tab when replacing is refused as well', (how) => {
    const { host, refuse, length, type, move } = testHistory('')
    const navigation = createNavigation(host)
    const listener = vi.fn()
    navigation.subscribe(listener)
    const allow = refuse()
    createGo(() => navigation)[how](PATHS.assetsRecord, { value1: '1' })
    expect(navigation.get()).toMatchObject({ path: PATHS.assets, values: {}, index: 0, fresh: true })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(length()).toBe(1)
    type('#/pages/dao/dao')
    expect(navigation.get()).toMatchObject({ path: PATHS.community, index: 1 })
    allow()
    createGo(() => navigation).push(PATHS.exchange)
    move(-1)
    expect(navigation.get().path).toBe(PATHS.community)
  })
  it('going back without history falls to the first page, though the browser refuses', () => {
    const { host, refuse } = testHistory('#/pages/assets/assets')
    const navigation = createNavigation(host)
    refuse()
    createGo(() => navigation).back()
    expect(navigation.get().path).toBe(PATHS.home)
  })
  it('switch to a tab when there is no such page', () => {
    const { host } = testHistory('')
    const navigation = createNavigation(host)
    createGo(() => navigation).redirect('/pages/dao/nowhere' as never)
    expect(navigation.get().path).toBe(PATHS.community)
  })
})
