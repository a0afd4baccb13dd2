import type { ResponseOf } from '@dr/protocol/call'
import type { miningInfo } from '@dr/protocol/calls/user-mining'
import { DAY_SECONDS } from '@dr/protocol/constants'
import type { Reading } from '../../ui/amounts/extrapolate.ts'

export type MiningInfo = ResponseOf<typeof miningInfo>

const DAY = BigInt(DAY_SECONDS)
/**
 * One polling interval of `miningInfoQuery`: the displayed number lags by it, so that it never exceeds the
 * real one.
 */
const LAG_SECONDS = 15n

/**
 * Running number: the amount accrued up to `asOf`, then at the present rate up to the server's clock. It
 * starts one polling interval behind and stops at the server's clock, so that consecutive readings join
 * without exceeding the real amount. It is never below `accrued`, which is released and moved by
 * collecting.
 */
export const miningReading = (info: MiningInfo, readAtMs: number): Reading => {
  const ratePerSecond = BigInt(info.ratePerDay) / DAY
  const accrued = BigInt(info.accrued)
  const cap = accrued + runningPart(info)
  const behind = cap - ratePerSecond * LAG_SECONDS
  return { value: behind > accrued ? behind : accrued, asOfMs: readAtMs, ratePerSecond, cap }
}

/** Amount accrued since the last release, not yet collectable. */
export const runningPart = (info: MiningInfo): bigint =>
  (BigInt(info.ratePerDay) / DAY) * BigInt(Math.max(0, info.clock.timestamp - info.asOf))

export type MiningState = 'producing' | 'paused' | 'idle' | 'none'

/** State of all machines together: `producing` if any is. */
export const miningState = ({ machines }: MiningInfo): MiningState => {
  if ((machines.producing ?? 0) > 0) return 'producing'
  if ((machines.paused ?? 0) > 0) return 'paused'
  const waiting = (machines['not-activated'] ?? 0) + (machines.activated ?? 0)
  return waiting > 0 ? 'idle' : 'none'
}

/** No machine, nothing accrued, and nothing ever collected. */
export const neverMined = (info: MiningInfo): boolean =>
  miningState(info) === 'none' && info.accrued === '0' && info.collectedTotal === '0'

/** Seconds until the next collection on the product's clock; 0 when it is allowed now. */
export const secondsToCollect = (info: MiningInfo): number =>
  info.nextCollectableAt === null ? 0 : Math.max(0, info.nextCollectableAt - info.clock.timestamp)

/** Enough has accrued, and the last collection is long enough ago. */
export const isCollectable = (info: MiningInfo): boolean => info.notCollectable === null
