import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Share of the panel's height: released further down, it closes. */
const FAR_ENOUGH = 0.4
/** Pixels a millisecond; a faster flick closes it from anywhere. */
const FAST_ENOUGH = 0.5

interface Swipe {
  readonly x: number
  readonly y: number
  readonly at: number
  state: 'undecided' | 'down' | 'other'
}

/** Whether an element between the touched one and the panel would scroll up first. */
const isScrolledBelow = (from: EventTarget | null, panel: HTMLElement): boolean => {
  for (let element = from as Element | null; element && element !== panel; element = element.parentElement)
    if (element.scrollTop > 0) return true
  return false
}

/**
 * Lets the user swipe the panel down: it follows (`--swipe` in pixels, and `--swiped` as a share of its
 * height, on its parent), and `close` is called if it is released far or fast enough.
 */
export const useSwipeDown = (
  panel: RefObject<HTMLElement | null>,
  active: boolean,
  close: () => void,
): void => {
  const closed = useEffectEvent(close)
  useEffect(() => {
    const element = panel.current
    const parent = element?.parentElement
    if (!active || !element || !parent) return
    let swipe: Swipe | null = null
    const show = (pixels: number): void => {
      parent.style.setProperty('--swipe', `${pixels}px`)
      parent.style.setProperty('--swiped', String(Math.min(1, pixels / element.offsetHeight)))
    }
    const rest = (): void => {
      swipe = null
      element.removeAttribute('data-swiping')
      parent.removeAttribute('style')
    }
    const start = (event: TouchEvent): void => {
      const [touch] = event.touches
      if (swipe?.state === 'down') rest()
      if (!touch || event.touches.length > 1 || isScrolledBelow(event.target, element)) swipe = null
      else swipe = { x: touch.clientX, y: touch.clientY, at: event.timeStamp, state: 'undecided' }
    }
    const move = (event: TouchEvent): void => {
      const [touch] = event.touches
      if (!swipe || !touch || swipe.state === 'other') return
      const down = touch.clientY - swipe.y
      if (swipe.state === 'undecided') {
        swipe.state = event.cancelable && down > Math.abs(touch.clientX - swipe.x) ? 'down' : 'other'
        if (swipe.state === 'other') return
        element.setAttribute('data-swiping', '')
      }
      event.preventDefault()
      show(Math.max(0, down))
    }
    const end = (event: TouchEvent): void => {
      const [touch] = event.changedTouches
      if (swipe?.state === 'down' && touch) {
        const down = touch.clientY - swipe.y
        const speed = down / Math.max(1, event.timeStamp - swipe.at)
        if (down > element.offsetHeight * FAR_ENOUGH || speed > FAST_ENOUGH) closed()
      }
      rest()
    }
    const quiet = { passive: true } as const
    element.addEventListener('touchstart', start, quiet)
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end, quiet)
    element.addEventListener('touchcancel', rest, quiet)
    return () => {
      rest()
      element.removeEventListener('touchstart', start)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', rest)
    }
  }, [panel, active])
}
