interface Entry {
  readonly hash: string
  readonly state: unknown
}

/**
 * A window's history as browsers keep it, for tests: going back takes a moment, until `arrive` ends it.
 * `host` is what `createNavigation` and `createBackLayers` take for the window.
 */
export const testHistory = (hash: string) => {
  const entries: Entry[] = [{ hash, state: null }]
  const listeners: (() => void)[] = []
  let at = 0
  let onTheWay = 0
  const entry = () => entries[at] as Entry
  const add = (added: Entry): void => {
    entries.splice(at + 1, entries.length, added)
    at += 1
  }
  /**
   * As a phone's buttons do, at once: -1 back, 1 forward. At the first and the last entry nothing happens.
   */
  const move = (by: -1 | 1): void => {
    if (entries[at + by] === undefined) return
    at += by
    for (const listener of listeners) listener()
  }
  const history = {
    get state() {
      return entry().state
    },
    pushState: (state: unknown, _: string, next?: string): void => add({ hash: next ?? entry().hash, state }),
    replaceState: (state: unknown, _: string, next?: string): void => {
      entries[at] = { hash: next ?? entry().hash, state }
    },
    back: (): void => {
      onTheWay += 1
    },
  }
  const location = {
    get hash() {
      return entry().hash
    },
  }
  const addEventListener = (_: string, listener: () => void): void => void listeners.push(listener)
  return {
    host: { location, history, addEventListener } as never,
    history,
    move,
    /** Ends what is on its way; false: nothing was. */
    arrive: (): boolean => {
      if (onTheWay === 0) return false
      onTheWay -= 1
      move(-1)
      return true
    },
    /** An address put in by hand. */
    type: (next: string): void => {
      add({ hash: next, state: null })
      for (const listener of listeners) listener()
    },
    /** From here on the browser writes nothing, as Safari after 100 entries in 30 s; the answer ends that. */
    refuse: (): (() => void) => {
      const { pushState, replaceState } = history
      const refused = (): never => {
        throw new DOMException('too many calls', 'SecurityError')
      }
      Object.assign(history, { pushState: refused, replaceState: refused })
      return () => void Object.assign(history, { pushState, replaceState })
    },
    length: () => entries.length,
    at: () => at,
  }
}
