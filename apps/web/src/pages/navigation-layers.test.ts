import { describe, expect, it, vi } from 'vitest'
import { createBackLayers } from '../ui/sheet/back-layers.ts'
import { createNavigation } from './navigation.ts'
import { PATHS } from './paths.ts'
import { testHistory } from './test-history.ts'
import { createGo } from './use-go.ts'

/** A page and its layers, in a history that goes back asynchronously. */
const openPage = () => {
  const history = testHistory('#/pages/assets/assets')
  const later: (() => void)[] = []
  const layers = createBackLayers(history.host, (run) => void later.push(run))
  const runLater = (): void => {
    for (const run of later.splice(0)) run()
  }
  /** Runs everything that is deferred or pending. */
  const settle = (): void => {
    do runLater()
    while (history.arrive() || later.length > 0)
  }
  const press = (by: -1 | 1): void => {
    history.move(by)
    settle()
  }
  return {
    ...history,
    layers,
    navigation: createNavigation(history.host, layers.whenSettled),
    runLater,
    settle,
    back: () => press(-1),
    forward: () => press(1),
  }
}

/** A sheet that closes when asked to. */
const openSheet = (layers: ReturnType<typeof openPage>['layers']) => {
  const close = vi.fn(() => remove())
  const remove = layers.add(close)
  return { close, remove }
}

describe('back, with something open over the page', () => {
  it('closes it and leaves the page', () => {
    const { layers, navigation, settle, back, at } = openPage()
    navigation.push('/pages/dao/dao')
    const sheet = openSheet(layers)
    settle()
    back()
    expect(sheet.close).toHaveBeenCalledTimes(1)
    expect(navigation.get()).toMatchObject({ path: '/pages/dao/dao', index: 1 })
    expect(at()).toBe(1)
    back()
    expect(navigation.get()).toMatchObject({ path: '/pages/assets/assets', index: 0 })
    expect(sheet.close).toHaveBeenCalledTimes(1)
  })

  it('closes the upper one first, then the lower one', () => {
    const { layers, settle, back, at } = openPage()
    const lower = openSheet(layers)
    settle()
    const upper = openSheet(layers)
    settle()
    back()
    expect(upper.close).toHaveBeenCalledTimes(1)
    expect(lower.close).not.toHaveBeenCalled()
    back()
    expect(lower.close).toHaveBeenCalledTimes(1)
    expect(at()).toBe(0)
  })

  it('does nothing where closing is refused, however often it is pressed', () => {
    const { layers, navigation, settle, back } = openPage()
    const refuse = vi.fn()
    layers.add(refuse)
    settle()
    back()
    back()
    expect(refuse).toHaveBeenCalledTimes(2)
    expect(navigation.get()).toMatchObject({ path: '/pages/assets/assets', index: 0 })
  })

  it('closing it otherwise leaves nothing in the history, and reports no other place', () => {
    const { layers, navigation, settle, at } = openPage()
    const listener = vi.fn()
    navigation.subscribe(listener)
    const { remove } = openSheet(layers)
    settle()
    expect(at()).toBe(1)
    remove()
    settle()
    expect(at()).toBe(0)
    expect(listener).not.toHaveBeenCalled()
  })

  it('one that follows another in the same moment takes over its entry', () => {
    const { layers, settle, at, length } = openPage()
    const first = openSheet(layers)
    settle()
    first.remove()
    openSheet(layers)
    settle()
    expect(at()).toBe(1)
    expect(length()).toBe(2)
  })

  it('one that opens while the entry of the last is on its way out gets its own', () => {
    const { layers, settle, runLater, at } = openPage()
    const first = openSheet(layers)
    settle()
    first.remove()
    runLater()
    const second = openSheet(layers)
    settle()
    expect(at()).toBe(1)
    expect(second.close).not.toHaveBeenCalled()
  })

  it('going on to a page from it replaces its entry', () => {
    const { layers, navigation, settle, back, length } = openPage()
    const sheet = openSheet(layers)
    settle()
    navigation.push('/pages/dao/dao')
    sheet.remove()
    settle()
    expect(length()).toBe(2)
    back()
    expect(navigation.get()).toMatchObject({ path: '/pages/assets/assets', index: 0 })
  })

  it('a page moved to while an entry is on its way out is the last one', () => {
    const { layers, navigation, settle, runLater } = openPage()
    const sheet = openSheet(layers)
    settle()
    sheet.remove()
    runLater()
    navigation.push('/pages/dao/dao')
    settle()
    expect(navigation.get()).toMatchObject({ path: '/pages/dao/dao', index: 1 })
  })

  it('the page it is over, asked for again, is still one entry', () => {
    const { layers, navigation, settle, at } = openPage()
    const sheet = openSheet(layers)
    settle()
    navigation.push('/pages/assets/assets')
    sheet.remove()
    settle()
    expect(at()).toBe(0)
  })

  it('a move put off until the entry is gone falls back to the tab when the browser refuses to write', () => {
    const { layers, navigation, settle, runLater, refuse } = openPage()
    const sheet = openSheet(layers)
    settle()
    sheet.remove()
    runLater()
    refuse()
    createGo(() => navigation).push(PATHS.communityAdd)
    settle()
    expect(navigation.get()).toMatchObject({ path: PATHS.community, index: 0 })
  })

  it('a page gone on to from a sheet stays when the sheet closes, written or not', () => {
    const { layers, navigation, settle, refuse } = openPage()
    const sheet = openSheet(layers)
    settle()
    refuse()
    createGo(() => navigation).push(PATHS.communityAdd)
    sheet.remove()
    settle()
    expect(navigation.get().path).toBe(PATHS.community)
  })

  it('a sheet whose entry is refused stays open, and gets one when the browser writes again', () => {
    const { layers, settle, back, refuse, at } = openPage()
    const allow = refuse()
    const lower = openSheet(layers)
    expect(settle).not.toThrow()
    allow()
    const upper = openSheet(layers)
    settle()
    expect(at()).toBe(1)
    back()
    expect(upper.close).toHaveBeenCalledTimes(1)
    expect(lower.close).not.toHaveBeenCalled()
  })

  it('forward does not open it again, and has no effect', () => {
    const { layers, settle, back, forward, at } = openPage()
    openSheet(layers)
    settle()
    back()
    forward()
    expect(at()).toBe(0)
  })
})
