import type { Socket } from 'node:net'

/**
 * Joins two sockets of a proxy: data passes in both directions, and each ends with the other. `onClose` is
 * called with a function that ends the other one; by default it is called at once.
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
