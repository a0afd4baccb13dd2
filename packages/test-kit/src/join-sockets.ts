import type { Socket } from 'node:net'

/**
 * Of a proxy: what comes in at one side goes out at the other, and each ends with the other. `onClose` is
 * called with what ends the other one: at once, unless it says otherwise.
 */
export const joinSockets = (
  near: Socket,
  far: Socket,
  onClose: (end: () => void) => void = (end) => end(),
): void => {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.on('data', (chunk) => void to.write(chunk))
    from.on('error', () => undefined) // its end follows
    from.on('close', () => onClose(() => to.destroy()))
  }
}
