import type { LiveMessage } from '@dr/protocol/live'
import { merged } from './messages.rules.ts'

/** Minimum interval between messages with only a block, which merely move the clock of an open app. */
const BLOCKS_EVERY_MS = 2_500
/** A held block is sent after this time if no further one comes. */
const HELD_MAX_MS = 2 * BLOCKS_EVERY_MS

export interface HeldBlocks {
  /**
   * The part of the public `message` to send now, with the held block: all of it, or nothing for a block
   * alone that follows another closely, which is held for a later message.
   */
  pass(message: LiveMessage | undefined): LiveMessage | undefined
  /** The held block, or undefined. */
  held(): LiveMessage | undefined
  /** Discards the held block. */
  drop(): void
}

/** `send` is called with a block that was held too long. */
export const holdBlocks = (send: (message: LiveMessage) => void): HeldBlocks => {
  let held: Required<Pick<LiveMessage, 'block'>> | undefined
  let heldSince = 0
  let sentAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  const drop = (): void => {
    clearTimeout(timer)
    timer = undefined
    held = undefined
  }
  const now = (): LiveMessage | undefined =>
    held && { block: { ...held.block, heldMs: Math.round(performance.now() - heldSince) } }
  const sendHeld = (): void => {
    const message = now()
    drop()
    if (!message) return
    sentAt = performance.now()
    send(message)
  }
  return {
    pass: (message) => {
      if (!message) return undefined
      const all = merged(message.block ? undefined : now(), message) as LiveMessage
      const { block, ...rest } = all
      const isBlockAlone = block !== undefined && Object.keys(rest).length === 0
      const at = performance.now()
      if (isBlockAlone && at - sentAt < BLOCKS_EVERY_MS) {
        held = { block }
        heldSince = at
        timer ??= setTimeout(sendHeld, HELD_MAX_MS).unref()
        return undefined
      }
      drop()
      sentAt = at
      return all
    },
    held: now,
    drop,
  }
}
