// Runs in the page, before in-page.js: lists the pressable elements of a route, and detects the end of a
// press.
window.ENGINES_PRESSING = (() => {
  const ask = window.fetch
  /** Number of pending answers, and of parts of the app that are loading. */
  let waiting = 0
  window.fetch = async (...request) => {
    waiting += 1
    try {
      return await ask.apply(window, request)
    } finally {
      waiting -= 1
    }
  }
  // Vite's loader of a part adds a link for each of its files to the head.
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.localName !== 'link' || !/preload|stylesheet/.test(node.rel)) continue
      waiting += 1
      const over = () => {
        waiting -= 1
      }
      node.addEventListener('load', over, { once: true })
      node.addEventListener('error', over, { once: true })
    }
  }).observe(document.head, { childList: true })

  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const QUIET_ROUNDS = 2
  const LONG_ROUNDS = 12
  const SETTLES_WITHIN_MS = 6_000

  /**
   * Waits until a sheet is open, or a press has no pending effect. Counted in answers of the server and in
   * frames, since both take longer on a busy machine.
   */
  const settle = async ({ loading, long }) => {
    const until = performance.now() + SETTLES_WITHIN_MS
    const skeleton = `main [role="status"][aria-label="${loading}"]`
    for (let quiet = 0; quiet < (long ? LONG_ROUNDS : QUIET_ROUNDS) && performance.now() < until; ) {
      await (await ask.call(window, '/healthz', { cache: 'no-store' })).text()
      await frame()
      await frame()
      if (document.querySelector('dialog[open]') !== null) return
      quiet = waiting === 0 && document.querySelector(skeleton) === null ? quiet + 1 : 0
    }
  }

  const { isShown, label } = window.ENGINES_LAYOUT
  const listOf = (row) =>
    row.closest('ul, ol')?.getAttribute('aria-label') ??
    row.closest('section')?.querySelector('h2, h3')?.textContent ??
    ''
  /** Selected choices that determine a list's content: those of its card, and of the whole page. */
  const choicesFor = (row, root) =>
    [...document.querySelectorAll(`${root} [type="radio"]:checked`)]
      .filter((choice) => [null, row.closest('section')].includes(choice.closest('section')))
      .map(({ labels }) => label(labels[0]))
      .join(' ')
  /** Buttons that differ only in an address or a number do the same. */
  const withoutData = (text) => text.replace(/0x[\da-f…]+/gi, '0x').replace(/\d[\d,.]*/g, '0')
  const kindOf = (button, root) => {
    const row = button.closest('li')
    if (row) return `row ${button.className}, ${listOf(row)}, ${choicesFor(row, root)}`
    return button.localName === 'label' ? label(button) : withoutData(label(button))
  }

  /**
   * Pressable elements under `root`, one of each kind: similar rows of a list open the same sheet with
   * other data, until another choice is selected above them.
   */
  const buttons = (root) => {
    const kinds = new Set()
    const pressable = `${root} :is(button, label:has([type="radio"]))`
    return [...document.querySelectorAll(pressable)].flatMap((button, index) => {
      const kind = kindOf(button, root)
      const isMade = button.control?.checked === true
      if (!isShown(button) || button.disabled || isMade || kinds.has(kind)) return []
      kinds.add(kind)
      return [{ index, kind, choice: button.localName === 'label' }]
    })
  }

  return { frame, settle, buttons }
})()
