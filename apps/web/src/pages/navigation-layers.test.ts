import { describe, expect, it, vi } from 'vitest'
import { createBackLayers } from '../ui/back-layers.ts'
import { createNavigation } from './navigation.ts'

/** A window's history, in which going back takes a moment; and what is put off to the moment's end. */
function browser(hash = '#/pages/assets/assets') {
  const entries: { hash: string; state: unknown }[] = [{ hash, state: null }]
  const listeners: (() => void)[] = []
  const later: (() => void)[] = []
  let at = 0
  let onTheWay = 0
  const entry = () => entries[at] as { hash: string; state: unknown }
  const host = {
    location: {
      get hash() {
        return entry().hash
      },
    },
    history: {
      get state() {
        return entry().state
      },
      pushState: (state: unknown, _: string, next?: string) => {
        entries.splice(at + 1, entries.length, { hash: next ?? entry().hash, state })
        at += 1
      },
      replaceState: (state: unknown, _: string, next?: string) => {
        entries[at] = { hash: next ?? entry().hash, state }
      },
      back: () => {
        onTheWay += 1
      },
    },
    addEventListener: (_: string, listener: () => void) => void listeners.push(listener),
  }
  const pop = (by: number): void => {
    at += by
    for (const listener of listeners) listener()
  }
  /** Whatever is put off, and whatever is on its way. */
  const settle = (): void => {
    while (later.length > 0 || onTheWay > 0) {
      for (const run of later.splice(0)) run()
      while (onTheWay > 0) {
        onTheWay -= 1
        pop(-1)
      }
    }
  }
  const layers = createBackLayers(host as never, (run) => void later.push(run))
  const navigation = createNavigation(host as never, layers.whenSettled)
  return {
    layers,
    navigation,
    settle,
    runLater: () => {
      for (const run of later.splice(0)) run()
    },
    /** As a phone's button does. */
    back: () => {
      pop(-1)
      settle()
    },
    forward: () => {
      pop(1)
      settle()
    },
    length: () => entries.length,
    at: () => at,
  }
}

/** A sheet that closes when it is asked to. */
function openSheet(layers: ReturnType<typeof browser>['layers']) {
  const close = vi.fn(() => remove())
  const remove = layers.add(close)
  return { close, remove }
}

describe('back, with something open over the page', () => {
  it('closes it and leaves the page', () => {
    const { layers, navigation, settle, back, at } = browser()
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
    const { layers, settle, back, at } = browser()
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

  it('asks in vain where closing is refused, as often as it is pressed', () => {
    const { layers, navigation, settle, back } = browser()
    const refuse = vi.fn()
    layers.add(refuse)
    settle()
    back()
    back()
    expect(refuse).toHaveBeenCalledTimes(2)
    expect(navigation.get()).toMatchObject({ path: '/pages/assets/assets', index: 0 })
  })

  it('closing it otherwise leaves nothing in the history, and tells nobody of another place', () => {
    const { layers, navigation, settle, at } = browser()
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
    const { layers, settle, at, length } = browser()
    const first = openSheet(layers)
    settle()
    first.remove()
    openSheet(layers)
    settle()
    expect(at()).toBe(1)
    expect(length()).toBe(2)
  })

  it('one that opens while the entry of the last is on its way out gets its own', () => {
    const { layers, settle, runLater, at } = browser()
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
    const { layers, navigation, settle, back, length } = browser()
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
    const { layers, navigation, settle, runLater } = browser()
    const sheet = openSheet(layers)
    settle()
    sheet.remove()
    runLater()
    navigation.push('/pages/dao/dao')
    settle()
    expect(navigation.get()).toMatchObject({ path: '/pages/dao/dao', index: 1 })
  })

  it('the page it stands over, asked for again, is still one entry', () => {
    const { layers, navigation, settle, at } = browser()
    const sheet = openSheet(layers)
    settle()
    navigation.push('/pages/assets/assets')
    sheet.remove()
    settle()
    expect(at()).toBe(0)
  })

  it('forward does not open it again, and leads nowhere', () => {
    const { layers, settle, back, forward, at } = browser()
    openSheet(layers)
    settle()
    back()
    forward()
    expect(at()).toBe(0)
  })
})
