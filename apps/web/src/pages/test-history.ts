interface Entry {
  readonly hash: string
  readonly state: unknown
}

/**
 * A window's history for tests: going back is pending until `arrive` completes it. `host` replaces the
 * window in `createNavigation` and `createBackLayers`.
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
   * Moves like a phone's buttons, at once: -1 back, 1 forward. Nothing happens at the first and last entry.
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
    /** Completes a pending move; false: none. */
    arrive: (): boolean => {
      if (onTheWay === 0) return false
      onTheWay -= 1
      move(-1)
      return true
    },
    /** Enters an address. */
    type: (next: string): void => {
      add({ hash: next, state: null })
      for (const listener of listeners) listener()
    },
    /**
     * Makes the browser refuse writes, as Safari after 100 entries in 30 s; the returned function ends
     * that.
     */
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
