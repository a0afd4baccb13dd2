import type { LiveMessage } from '@dr/protocol/live'
import { merged } from './messages.rules.ts'

/**
 * A block in which nothing else is public is sent at most this often: an open app only moves its clock by it.
 */
const BLOCKS_EVERY_MS = 2_500
/** Where no further block comes, the one that is held is sent all the same. */
const HELD_MAX_MS = 2 * BLOCKS_EVERY_MS

export interface HeldBlocks {
  /**
   * What of the public `message` goes to everyone now, with the block that was held: at once, or, of blocks
   * alone that follow one another closely, with a later message.
   */
  pass(message: LiveMessage | undefined): LiveMessage | undefined
  /** The block that is held, which says for how long. */
  held(): LiveMessage | undefined
  /** Forgets it. */
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
