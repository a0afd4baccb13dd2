import type { ResponseOf } from '@dr/protocol/call'
import type { DrawResult, getGameConfigList } from '@dr/protocol/calls/game'

/** Odds, pot, bond and the newest round. */
export type DrawBook = ResponseOf<typeof getGameConfigList>

/** Unpaid amount of a round for the reader; base units of DR. */
export const waiting = ({ mine }: DrawResult): bigint =>
  mine === null ? 0n : BigInt(mine.owed) - BigInt(mine.paid)
