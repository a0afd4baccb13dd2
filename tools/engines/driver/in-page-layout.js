// Runs in the page, before in-page.js: finds faults in the position of visible content. `INJECTED` is
// Playwright's injected script (driver/injected.ts).
window.ENGINES_LAYOUT = (() => {
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
  const isShown = (element) => INJECTED.elementState(element, 'visible', true).matches
  const label = (element) =>
    `“${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}”`
  const leaves = ({ left, top, right, bottom }) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
  const area = ({ left, top, right, bottom }) =>
    `${[left, top, right, bottom].map(Math.round).join(',')} of ${innerWidth}×${innerHeight}`
  /** Minimum height of a scrolling area that needs at least as much. */
  const ROOM_PX = 160

  /** Faults in the position of an open sheet. */
  const sheetFaults = (dialog) => {
    const faults = []
    const box = dialog.getBoundingClientRect()
    if (leaves(box)) faults.push(`leaves the window: ${area(box)}`)
    // Its content must scroll, not the sheet with its title and close button.
    const beyond = dialog.scrollHeight - dialog.clientHeight
    if (beyond > 1) faults.push(`${beyond} px of it are outside its content's scroller`)
    const scrollers = [...dialog.querySelectorAll('*')].filter(scrolls).filter(isShown)
    if (scrollers.length === 0) faults.push('nothing in it scrolls')
    for (const { clientHeight, scrollHeight, clientWidth, scrollWidth } of scrollers) {
      if (clientHeight < Math.min(scrollHeight, ROOM_PX))
        faults.push(`${clientHeight} px of ${scrollHeight} px are seen`)
      if (scrollWidth > clientWidth + 1) faults.push(`${scrollWidth - clientWidth} px too wide`)
    }
    // Other content must be in the window and covered by nothing, unless another sheet is above.
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

  /** Faults in the page's own layout. */
  const pageFaults = () => {
    const faults = []
    const main = document.querySelector('main')
    if (!main || main.textContent.trim() === '') return ['the page is empty']
    if (main.clientHeight < Math.min(main.scrollHeight, ROOM_PX))
      faults.push(`${main.clientHeight} px of ${main.scrollHeight} px are seen`)
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

  return { isShown, label, sheetFaults, pageFaults }
})()
