/**
 * How long a reservation waits after stock was reserved and not bought (PRODUCT.md 6: "doubling"). Seconds.
 */
import { DAY_SECONDS } from '@dr/protocol/constants'

const FIRST_WAIT_SECONDS = 10
const WAIT_MAX_SECONDS = DAY_SECONDS

/**
 * `lapses` in a row, from 1: 10 s, 20 s, 40 s … at most a day. The reservation itself held the stock for 10
 * minutes.
 */
export const waitAfterLapses = (lapses: number): number =>
  Math.min(FIRST_WAIT_SECONDS * 2 ** Math.min(lapses - 1, 30), WAIT_MAX_SECONDS)
