import { createContext, useContext, useSyncExternalStore } from 'react'
import { backLayers, isLayer } from '../ui/sheet/back-layers.ts'

/** `value1` … `value9`: values passed between pages (requirement §2). */
export type PageValues = { readonly [Name in `value${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`]?: string }

export type Place = {
  readonly path: string
  readonly values: PageValues
  /** Number of the history entry, counted from the app's first; names its scroll position. */
  readonly index: number
  /** A new entry: neither returned to nor reloaded. */
  readonly fresh: boolean
}

const VALUE = /^value[1-9]$/

/** `#/pages/x?value1=7`: the path, and `value1` … `value9` as text; everything else is dropped. */
export const parseHash = (hash: string): Pick<Place, 'path' | 'values'> => {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2)
  const named = [...new URLSearchParams(query)].filter(([name]) => VALUE.test(name))
  return { path: `/${path.replace(/^\/+|\/+$/g, '')}`, values: Object.fromEntries(named) }
}

export const formatHash = (path: string, values: PageValues = {}): string => {
  const query = new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  ).toString()
  return `#${path}${query === '' ? '' : `?${query}`}`
}

/** The used part of the browser's window; tests pass their own. */
export type Host = Pick<Window, 'addEventListener'> & {
  readonly location: Pick<Location, 'hash'>
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
}

/**
 * `instead`: page shown if the browser refuses to write its history (Safari: more than 100 entries in 30
 * s); if that is refused too it is shown anyway, with an outdated address bar. Without `instead` the
 * browser's error is thrown.
 */
type Move = (path: string, values?: PageValues, instead?: string) => void

export interface Navigation {
  readonly get: () => Place
  readonly subscribe: (listener: () => void) => () => void
  /** Adds a history entry, unless the place is already shown. */
  readonly push: Move
  readonly replace: Move
  readonly back: () => void
  /** Whether going back stays in this app. */
  readonly canGoBack: () => boolean
}

const indexOf = (state: unknown): number | undefined => {
  const index = (state as { readonly index?: unknown } | null)?.index
  return typeof index === 'number' ? index : undefined
}

/**
 * Store of the address bar's hash. Each entry has a number, so that "back" knows whether it stays in the
 * app. The entry of a layer over a page has its page's number, and is replaced by the next page.
 */
export const createNavigation = (
  { location, history, addEventListener }: Host,
  whenSettled: (move: () => void) => void = (move) => move(),
): Navigation => {
  const listeners = new Set<() => void>()
  const read = (index: number, fresh: boolean): Place => ({ ...parseHash(location.hash), index, fresh })
  const number = (index: number): void => {
    try {
      history.replaceState({ index }, '')
    } catch {
      // Refused: the entry has no number, and counts as new when returned to.
    }
  }
  let place = read(indexOf(history.state) ?? 0, false)
  /** False: the browser refused to write the shown place, and the entry is still the previous page's. */
  let written = true
  number(place.index)
  const show = (next: Place, isWritten = true): void => {
    place = next
    written = isWritten
    for (const listener of listeners) listener()
  }
  const move = (path: string, values: PageValues | undefined, replace: boolean): void => {
    const hash = formatHash(path, values)
    const same = hash === formatHash(place.path, place.values)
    const layer = isLayer(history.state)
    if (replace || same) {
      history.replaceState({ index: place.index, ...(same && layer && { layer }) }, '', hash)
      show(read(place.index, true))
    } else {
      const state = { index: place.index + 1 }
      if (layer) history.replaceState(state, '', hash)
      else history.pushState(state, '', hash)
      show(read(place.index + 1, true))
    }
  }
  const attempt = (
    path: string,
    values: PageValues | undefined,
    replace: boolean,
    instead?: string,
  ): void => {
    try {
      move(path, values, replace)
    } catch (error) {
      if (instead === undefined) throw error
      try {
        move(instead, undefined, true)
      } catch {
        show({ ...parseHash(formatHash(instead)), index: place.index, fresh: true }, false)
      }
    }
  }
  // Back, forward, or a typed address, which is a new entry without a number.
  addEventListener('popstate', () => {
    const known = indexOf(history.state)
    const { path, values } = parseHash(location.hash)
    const here = formatHash(path, values) === formatHash(place.path, place.values)
    if (known === place.index && (here || !written)) return
    if (known === undefined) number(place.index + 1)
    show(read(known ?? place.index + 1, known === undefined))
  })
  return {
    get: () => place,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    push: (path, values, instead) => whenSettled(() => attempt(path, values, false, instead)),
    replace: (path, values, instead) => whenSettled(() => attempt(path, values, true, instead)),
    back: () => history.back(),
    canGoBack: () => place.index > 0,
  }
}

let navigation: Navigation | null = null

/** The window's navigation; created at first use, after the address was cleaned (app/clean-url.ts). */
export const appNavigation = (): Navigation => {
  navigation ??= createNavigation(
    {
      location: window.location,
      history: window.history,
      addEventListener: window.addEventListener.bind(window),
    },
    backLayers().whenSettled,
  )
  return navigation
}

/** Requested place: the tab bar follows at once, even while the page's code loads. */
export const usePlace = (): Place => {
  const { subscribe, get } = appNavigation()
  return useSyncExternalStore(subscribe, get)
}

/** Place of the displayed page, which may be the previous one. */
export const ShownPlace = createContext<Place>({ path: '/', values: {}, index: 0, fresh: true })

export const usePagePath = (): string => useContext(ShownPlace).path

/** `value1` … `value9` of the displayed page. */
export const usePageValues = (): PageValues => useContext(ShownPlace).values
