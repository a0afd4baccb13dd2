import { DEBOUNCE_MS } from '@dr/protocol/constants'

/** Runs `action` at once, and ignores calls for the next 500 ms (requirement §9), such as a double tap. */
export const throttle = <Arguments extends readonly unknown[]>(
  action: (...input: Arguments) => void,
  {
    ms = DEBOUNCE_MS,
    now = () => performance.now(),
  }: { readonly ms?: number; readonly now?: () => number } = {},
): ((...input: Arguments) => void) => {
  let last = Number.NEGATIVE_INFINITY
  return (...input) => {
    const moment = now()
    if (moment - last < ms) return
    last = moment
    action(...input)
  }
}
