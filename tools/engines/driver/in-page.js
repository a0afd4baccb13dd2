// Runs in the page, after Playwright's injected script (driver/injected.ts), once for each document:
// operations of locators on this document. `INJECTED` is that script's instance.
{
  const queue = []
  /** Pending calls of exposed functions, which the test answers. */
  const calls = new Map()
  /** Watches the next press. */
  let watched
  /** Resolves once the press has reached the page. */
  let arrived
  /** Time that a press takes to a busy page, after the driver has answered. */
  const ARRIVES_WITHIN_MS = 5_000
  const pushed = (kind, text) => queue.push({ kind, text })
  addEventListener('error', ({ error, message }) => pushed('error', error?.stack ?? String(message)))
  addEventListener('unhandledrejection', ({ reason }) => pushed('error', reason?.stack ?? String(reason)))
  const logError = console.error
  console.error = (...parts) => {
    pushed('console', parts.map((part) => part?.stack ?? String(part)).join(' '))
    logError.apply(console, parts)
  }

  const all = (selector) => INJECTED.querySelectorAll(INJECTED.parseSelector(selector), document)
  const one = (selector) => {
    const found = all(selector)
    if (found.length > 1) throw INJECTED.strictModeViolationError(INJECTED.parseSelector(selector), found)
    return found[0]
  }

  /** Result of an assertion about a missing element (as in Playwright's server). */
  const withoutElement = (expression, isNot) => {
    if (!isNot && (expression === 'to.be.hidden' || expression === 'to.be.detached')) return true
    if (isNot && /^to\.be\.(visible|attached|in\.viewport)$/.test(expression)) return false
    return isNot
  }

  const { sheetFaults, pageFaults } = window.ENGINES_LAYOUT
  const { frame, ...pressing } = window.ENGINES_PRESSING
  const titleOf = (dialog) =>
    document.getElementById(dialog.getAttribute('aria-labelledby'))?.textContent ?? 'a sheet without a title'
  const sheetOf = (dialog) => {
    const moves = dialog.getAnimations().some(({ playState }) => playState === 'running')
    return {
      name: dialog.dataset.sheet ?? 'a sheet without a name',
      title: titleOf(dialog),
      moves,
      faults: moves ? [] : sheetFaults(dialog),
    }
  }
  const openSheets = () => [...document.querySelectorAll('dialog[open][data-open]')]

  const operations = {
    sheets: async () => {
      // If frames are rare, a moved sheet is measured where the last frame drew it.
      if (openSheets().length > 0) await frame()
      return openSheets().map(sheetOf)
    },
    pageFaults,
    ...pressing,
    async expect(selector, options) {
      const isArray = options.expression === 'to.have.count' || options.expression.endsWith('.array')
      if (isArray) return INJECTED.expect(undefined, options, all(selector), true)
      const element = one(selector)
      if (element) return INJECTED.expect(element, options, [element], true)
      return {
        matches: withoutElement(options.expression, options.isNot),
        received: { value: 'no such element' },
      }
    },
    count: (selector) => all(selector).length,
    isVisible: (selector) => {
      const element = one(selector)
      return element !== undefined && INJECTED.elementState(element, 'visible', true).matches
    },
    /** Reads an existing element: its text, its value, or an attribute. */
    read: (selector, what, name) => {
      const element = one(selector)
      if (!element) return { because: 'no such element' }
      if (what === 'text') return { value: element.textContent }
      if (what === 'attribute') return { value: element.getAttribute(name) }
      return { value: INJECTED.retarget(element, 'follow-label').value }
    },
    /** Point at which a finger would press, once the element exists, is still, enabled, and not covered. */
    async point(selector) {
      const element = one(selector)
      if (!element) return { because: 'no such element' }
      const missing = await INJECTED.checkElementStates(element, ['visible', 'stable', 'enabled'], true)
      if (missing) return { because: missing.missingState ?? missing }
      const inside = () => {
        const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0)
        if (!box) return null
        const left = Math.max(box.left, 0)
        const top = Math.max(box.top, 0)
        const right = Math.min(box.right, innerWidth)
        const bottom = Math.min(box.bottom, innerHeight)
        return right - left < 1 || bottom - top < 1
          ? null
          : { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) }
      }
      const hit = (at) => (at === null ? null : INJECTED.expectHitTarget(at, element))
      let at = inside()
      if (hit(at) !== 'done') {
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        at = inside()
      }
      const target = hit(at)
      if (target === null) return { because: 'outside the window' }
      // Checks the sheet of any pressed element.
      const dialog = element.closest('dialog[open][data-open]')
      const sheet = dialog && sheetOf(dialog)
      if (target !== 'done') return { because: `${target.hitTargetDescription} is above it` }
      // Before the interceptor, which stops a press that hits another element.
      arrived = new Promise((resolve) =>
        addEventListener('mousedown', () => resolve(true), { capture: true, once: true }),
      )
      watched = INJECTED.setupHitTargetInterceptor(element, 'mouse', at, false)
      return { at, sheet }
    },
    /**
     * Whether the press after `point` arrived and hit its element; one that hit another, since the page moved,
     * had no effect.
     */
    async pressed() {
      const late = new Promise((resolve) => setTimeout(resolve, ARRIVES_WITHIN_MS, false))
      if (watched !== undefined && !(await Promise.race([arrived, late]))) {
        watched.stop()
        watched = undefined
        return { because: 'the press did not arrive' }
      }
      const met = watched?.stop?.() ?? 'done'
      watched = undefined
      return met === 'done' ? true : { because: `${met.hitTargetDescription} came under the pointer` }
    },
    /**
     * Focuses and selects the field, so that typing replaces its text; or sets it, if the browser has its
     * own picker.
     */
    fill(selector, value) {
      const element = one(selector)
      if (!element) return { because: 'no such element' }
      const state = INJECTED.elementState(element, 'editable')
      if (!state.matches) return { because: state.received }
      const result = INJECTED.fill(element, value)
      return result === 'error:notconnected' ? { because: result } : { type: result === 'needsinput' }
    },
    expose(name) {
      window[name] = (...args) =>
        new Promise((resolve, reject) => {
          const id = crypto.randomUUID()
          calls.set(id, { resolve, reject })
          queue.push({ kind: 'call', id, name, args })
        })
    },
    /** Answers a call returned by `drain`. */
    answer(id, { value, failed }) {
      const call = calls.get(id)
      // The calling document has been replaced.
      if (call === undefined) return
      calls.delete(id)
      if (failed === undefined) call.resolve(value)
      else call.reject(new Error(failed))
    },
    drain: () => queue.splice(0),
  }
  window.ENGINES = { operations }
}
