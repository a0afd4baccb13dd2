/** The used part of the browser's window; tests pass their own. */
export type BackHost = Pick<Window, 'addEventListener'> & {
  readonly history: Pick<History, 'state' | 'pushState' | 'back'>
}

export interface BackLayers {
  /**
   * Adds a layer over the page; returns a function that removes it. "Back" calls `close`, which may refuse.
   */
  readonly add: (close: () => void) => () => void
  /** Runs `move` once no layer's entry is being removed from the history: usually at once. */
  readonly whenSettled: (move: () => void) => void
}

/** Whether this history entry belongs to a layer over its page. */
export const isLayer = (state: unknown): boolean =>
  (state as { readonly layer?: unknown } | null)?.layer === true

/**
 * "Back" (a phone's button, a swipe from the edge) closes the topmost layer before it leaves the page.
 * While a layer is open the history has an extra entry with the same address. It is added and removed after
 * all synchronous changes, so that one sheet after another needs none. A navigation replaces it.
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

/** The window's layers; created at first use. */
export const backLayers = (): BackLayers => {
  layers ??= createBackLayers(
    { history: window.history, addEventListener: window.addEventListener.bind(window) },
    (run) => setTimeout(run, 0),
  )
  return layers
}
