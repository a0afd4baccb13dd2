/** What of the browser's window is used; tests hand in their own. */
export type BackHost = Pick<Window, 'addEventListener'> & {
  readonly history: Pick<History, 'state' | 'pushState' | 'back'>
}

export interface BackLayers {
  /**
   * Something opens over the page; the answer takes it off again. `close` is asked for by "back", and may
   * refuse.
   */
  readonly add: (close: () => void) => () => void
  /** Runs `move` once no entry of ours is on its way out of the history: at once, as a rule. */
  readonly whenSettled: (move: () => void) => void
}

/** Whether this history entry is for something open over its page. */
export const isLayer = (state: unknown): boolean =>
  (state as { readonly layer?: unknown } | null)?.layer === true

/**
 * "Back" (a phone's button, a swipe from the edge) closes what is open over the page before it leaves the
 * page. While anything is open, one history entry of the same address is kept for it. It is made and taken
 * back after the moment's changes, so that one sheet that follows another costs none. A navigation while it
 * is there replaces it.
 */
export const createBackLayers = (
  { history, addEventListener }: BackHost,
  soon: (run: () => void) => void,
): BackLayers => {
  const layers: { readonly close: () => void }[] = []
  const waiting: (() => void)[] = []
  let leaving = false
  let planned = false
  const hold = (): void => {
    try {
      history.pushState({ ...(history.state as object), layer: true }, '')
    } catch {
      // Refused (Safari: more than 100 entries in 30 s): until the next change, "back" leaves the page.
    }
  }
  const reconcile = (): void => {
    planned = false
    if (leaving) return
    const held = isLayer(history.state)
    if (layers.length > 0 && !held) hold()
    else if (layers.length === 0 && held) {
      leaving = true
      history.back()
    }
  }
  const plan = (): void => {
    if (planned) return
    planned = true
    soon(reconcile)
  }
  addEventListener('popstate', () => {
    if (leaving) {
      leaving = false
      for (const move of waiting.splice(0)) move()
    } else if (!isLayer(history.state)) layers.at(-1)?.close()
    plan()
  })
  return {
    add: (close) => {
      const layer = { close }
      layers.push(layer)
      plan()
      return () => {
        const at = layers.indexOf(layer)
        if (at >= 0) layers.splice(at, 1)
        plan()
      }
    },
    whenSettled: (move) => {
      if (leaving) waiting.push(move)
      else move()
    },
  }
}

let layers: BackLayers | null = null

/** The window's own; made at the first use. */
export const backLayers = (): BackLayers => {
  layers ??= createBackLayers(
    { history: window.history, addEventListener: window.addEventListener.bind(window) },
    (run) => setTimeout(run, 0),
  )
  return layers
}
