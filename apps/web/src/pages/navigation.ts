import { createContext, useContext, useSyncExternalStore } from 'react'
import { backLayers, isLayer } from '../ui/sheet/back-layers.ts'

/** `value1` … `value9`: how pages pass values to each other (requirement §2). */
export type PageValues = { readonly [Name in `value${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`]?: string }

export type Place = {
  readonly path: string
  readonly values: PageValues
  /** Of the history entry, counted from the one the app was opened with; names its scroll position. */
  readonly index: number
  /** Shown from its top: not come back to, nor reloaded. */
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

/** What of the browser's window is used; tests hand in their own. */
export type Host = Pick<Window, 'addEventListener'> & {
  readonly location: Pick<Location, 'hash'>
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
}

/**
 * `instead` is the page that is shown when the browser refuses to write its history (Safari: more than 100
 * entries in 30 s): where it refuses that too, the page is shown all the same, and only the address bar stays
 * behind. Without `instead`, what the browser throws is thrown.
 */
type Move = (path: string, values?: PageValues, instead?: string) => void

export interface Navigation {
  readonly get: () => Place
  readonly subscribe: (listener: () => void) => () => void
  /** A new history entry; a place that is shown already gets none. */
  readonly push: Move
  readonly replace: Move
  readonly back: () => void
  /** Whether there is a page of this app to go back to. */
  readonly canGoBack: () => boolean
}

const indexOf = (state: unknown): number | undefined => {
  const index = (state as { readonly index?: unknown } | null)?.index
  return typeof index === 'number' ? index : undefined
}

/**
 * The hash of the address bar as a store. Each entry carries its number, so that "back" knows whether it
 * stays in the app. The entry of something open over a page has its page's number, and is replaced by the
 * page one moves to.
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
      // Refused: the entry stays without a number, and counts as a new one when it is come back to.
    }
  }
  let place = read(indexOf(history.state) ?? 0, false)
  /**
   * False: the browser refused to write the place that is shown, and the entry is still of the page before.
   */
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
  // Back, forward, and an address typed by hand: that one is a new entry, which has no number yet.
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

/** The window's one navigation; made at the first use, after the address was cleaned (app/clean-url.ts). */
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

/** Where the user has asked to be: the tab bar follows at once, also while the page's code is on its way. */
export const usePlace = (): Place => {
  const { subscribe, get } = appNavigation()
  return useSyncExternalStore(subscribe, get)
}

/** The place of the page that is shown, which may be the one before. */
export const ShownPlace = createContext<Place>({ path: '/', values: {}, index: 0, fresh: true })

export const usePagePath = (): string => useContext(ShownPlace).path

/** `value1` … `value9` of the page that is shown. */
export const usePageValues = (): PageValues => useContext(ShownPlace).values
