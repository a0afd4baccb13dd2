// Runs in the page, after Playwright's own injected script (driver/injected.ts), once for each document: what a locator
// does, on this document. `INJECTED` is that script's instance.
{
  const queue = []
  /** Looks at the press to come. */
  let watched
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

  /** What an assertion says of an element that is not there (Playwright's server decides it so). */
  const withoutElement = (expression, isNot) => {
    if (!isNot && (expression === 'to.be.hidden' || expression === 'to.be.detached')) return true
    if (isNot && /^to\.be\.(visible|attached|in\.viewport)$/.test(expression)) return false
    return isNot
  }

  const name = (dialog) =>
    document.getElementById(dialog.getAttribute('aria-labelledby'))?.textContent ?? 'a sheet without a title'
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
  const isShown = (element) => INJECTED.elementState(element, 'visible', true).matches
  const label = (element) =>
    `“${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`
  const leaves = ({ left, top, right, bottom }) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
  const area = ({ left, top, right, bottom }) =>
    `${[left, top, right, bottom].map(Math.round).join(',')} of ${innerWidth}×${innerHeight}`
  /** Room that must be there for what scrolls: all it needs, or this much. */
  const ROOM_PX = 160

  /** What is wrong with the place of an open sheet. */
  const sheetFaults = (dialog) => {
    const faults = []
    const box = dialog.getBoundingClientRect()
    if (leaves(box)) faults.push(`leaves the window: ${area(box)}`)
    const scrollers = [...dialog.querySelectorAll('*')].filter(scrolls).filter(isShown)
    if (scrollers.length === 0) faults.push('nothing in it scrolls')
    for (const { clientHeight, scrollHeight, clientWidth, scrollWidth } of scrollers) {
      if (clientHeight < Math.min(scrollHeight, ROOM_PX))
        faults.push(`${clientHeight} px of ${scrollHeight} px are seen`)
      if (scrollWidth > clientWidth + 1) faults.push(`${scrollWidth - clientWidth} px too wide`)
    }
    // What does not scroll has to be in the window, and under nothing, unless a sheet is above this one.
    const topmost = [...document.querySelectorAll('dialog[open]')].at(-1) === dialog
    for (const button of dialog.querySelectorAll('button')) {
      if (scrollers.some((scroller) => scroller.contains(button)) || !isShown(button)) continue
      const { left, top, right, bottom, width, height } = button.getBoundingClientRect()
      if (leaves({ left, top, right, bottom }))
        faults.push(`${label(button)} leaves the window: ${area({ left, top, right, bottom })}`)
      else if (topmost) {
        const at = document.elementFromPoint(left + width / 2, top + height / 2)
        if (!button.contains(at)) faults.push(`${label(button)} is under ${at?.outerHTML.slice(0, 80)}`)
      }
    }
    return faults
  }

  /** What is wrong with the page's own layout. */
  const pageFaults = () => {
    const faults = []
    const main = document.querySelector('main')
    if (!main || main.getBoundingClientRect().height < ROOM_PX) return ['the page is empty']
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px too wide`)
    const heading = document.querySelector('h1')?.getBoundingClientRect()
    if (!heading || (scrollY === 0 && leaves(heading))) faults.push('its heading is not in the window')
    for (const element of document.body.querySelectorAll('*')) {
      const { position, overflowY, webkitLineClamp } = getComputedStyle(element)
      if (!isShown(element)) continue
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      if (position === 'fixed' && box.height < innerHeight && leaves(box))
        faults.push(`${label(element)} leaves the window: ${area(box)}`)
      const cut = element.scrollHeight - element.clientHeight
      if (/hidden|clip/.test(overflowY) && element.clientHeight > 0 && cut > 8 && webkitLineClamp === 'none')
        faults.push(`${cut} px of ${label(element)} are cut off`)
      if (/^(BUTTON|A)$/.test(element.tagName) && (box.left < -1 || box.right > innerWidth + 1))
        if (!element.closest('[class*=overflow-x]'))
          faults.push(`${label(element)} leaves the window: ${area(box)}`)
    }
    return faults
  }

  const operations = {
    sheets: () =>
      [...document.querySelectorAll('dialog[open][data-open]')]
        .filter((dialog) => dialog.getAnimations().every(({ playState }) => playState !== 'running'))
        .map((dialog) => ({ title: name(dialog), faults: sheetFaults(dialog) })),
    pageFaults,
    /** What may be pressed under `root`, one of each name: rows of a list open the same sheet. */
    buttons: (root) => {
      const names = new Set()
      return [...document.querySelectorAll(`${root} :is(button, label:has([type="radio"]))`)].flatMap(
        (button, index) => {
          // A row by its look, since what it says is data.
          const row = button.closest('li') !== null
          const called = row ? `row, ${button.className}` : label(button)
          if (!isShown(button) || button.disabled || names.has(called)) return []
          names.add(called)
          return [{ index, name: called, choice: button.localName === 'label' }]
        },
      )
    },
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
    /** Of an element that is there: its text, its value, an attribute. */
    read: (selector, what, name) => {
      const element = one(selector)
      if (!element) return { because: 'no such element' }
      if (what === 'text') return { value: element.textContent }
      if (what === 'attribute') return { value: element.getAttribute(name) }
      return { value: INJECTED.retarget(element, 'follow-label').value }
    },
    /** Where a finger would press, once the element is there, still, enabled, and under nothing else. */
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
      // Whatever is pressed in a sheet, the sheet is looked at.
      const dialog = element.closest('dialog[open]')
      const sheet = dialog && { title: name(dialog), faults: sheetFaults(dialog) }
      if (target !== 'done') return { because: `${target.hitTargetDescription} is above it` }
      watched = INJECTED.setupHitTargetInterceptor(element, 'mouse', at, false)
      return { at, sheet }
    },
    /** Whether the press that followed `point` met its element; one that met another, since the page moved, did nothing. */
    pressed() {
      const met = watched?.stop?.() ?? 'done'
      watched = undefined
      return met === 'done' ? true : { because: `${met.hitTargetDescription} came under the pointer` }
    },
    /** Focused and selected, so that what is typed replaces it; or set, where the browser has a picker of its own. */
    fill(selector, value) {
      const element = one(selector)
      if (!element) return { because: 'no such element' }
      const state = INJECTED.elementState(element, 'editable')
      if (!state.matches) return { because: state.received }
      const result = INJECTED.fill(element, value)
      return result === 'error:notconnected' ? { because: result } : { type: result === 'needsinput' }
    },
    expose(name) {
      window[name] = (...args) => queue.push({ kind: 'call', name, args })
    },
    drain: () => queue.splice(0),
  }
  window.ENGINES = { operations }
}
