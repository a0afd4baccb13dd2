// Runs in the page, before in-page.js: what may be pressed on a route, and whether a press is over.
window.ENGINES_PRESSING = (() => {
  const ask = window.fetch
  /** Answers that the page waits for, and parts of the app that are on their way. */
  let waiting = 0
  window.fetch = async (...request) => {
    waiting += 1
    try {
      return await ask.apply(window, request)
    } finally {
      waiting -= 1
    }
  }
  // Vite's loader of a part puts a link for each of its files into the head.
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
   * Until a sheet is open, or nothing that a press began is on its way any more. Counted in answers of the
   * server and in frames, not in time: on a busy machine they take longer, as a sheet does.
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
  /**
   * Which choices are made of those that decide what a list shows: its own card's, and those of the whole
   * page.
   */
  const choicesFor = (row, root) =>
    [...document.querySelectorAll(`${root} [type="radio"]:checked`)]
      .filter((choice) => [null, row.closest('section')].includes(choice.closest('section')))
      .map(({ labels }) => label(labels[0]))
      .join(' ')
  /** Buttons that differ in an address or a number alone do the same. */
  const withoutData = (text) => text.replace(/0x[\da-f…]+/gi, '0x').replace(/\d[\d,.]*/g, '0')
  const kindOf = (button, root) => {
    const row = button.closest('li')
    if (row) return `row ${button.className}, ${listOf(row)}, ${choicesFor(row, root)}`
    return button.localName === 'label' ? label(button) : withoutData(label(button))
  }

  /**
   * What may be pressed under `root`, one of each kind: the rows of a list that look alike open the same
   * sheet, with other data, until another choice is made above them.
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
