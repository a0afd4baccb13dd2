/** Levels V0 … V6, by a team's staked and pledged amounts (docs/product.md 9). Pure. */
import { LEVEL_THRESHOLDS_USD } from '@dr/protocol/constants'

/**
 * The value that determines the level, USD with 18 decimals. A unit of POD power counts as a dollar, which it
 * pays before it is used up.
 */
export const levelValueOf = (team: { readonly staked: bigint; readonly pledged: bigint }): bigint =>
  team.staked + team.pledged

export const levelOf = (value: bigint): number =>
  LEVEL_THRESHOLDS_USD.findLastIndex((threshold) => value >= threshold)

/** The next level, and its minimum value; null at the highest. */
export const nextLevel = (value: bigint): { readonly level: number; readonly value: bigint } | null => {
  const level = levelOf(value) + 1
  const threshold = LEVEL_THRESHOLDS_USD[level]
  return threshold === undefined ? null : { level, value: threshold }
}
