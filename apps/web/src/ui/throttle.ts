import { DEBOUNCE_MS } from '@dr/protocol/constants'

/**
 * Runs `action` at once, and not again within 500 ms (requirement §9): what a nervous thumb asks twice
 * happens once.
 */
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
