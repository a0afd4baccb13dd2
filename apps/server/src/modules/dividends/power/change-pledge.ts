import { weekEnd } from '@dr/protocol/rules/weeks'
import { chainNow } from '../../../platform/chain/chain-clock.ts'
import type { Reader, Tx } from '../../../platform/database/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { recordActivity } from '../../activity/index.ts'
import { addToWeekSums, readPool } from './pool.ts'
import {
  newPowerPosition,
  noChange,
  type PowerState,
  type PowerView,
  pledgePower,
  unpledgePower,
  viewPower,
} from './position.rules.ts'
import { lockHolder, readChanges, readHolder, writeChange, writeHolders } from './positions.ts'
import { FINE, type PledgePool } from './scaled-power.rules.ts'

/** A holder in the open week. */
export interface HolderNow {
  readonly pool: PledgePool
  readonly state: PowerState
  /** Base units bought in the open week, included in `joining`. */
  readonly bought: bigint
}

/** A holder already settled to the last closed week; undefined for a user without purchases. */
export const readHolderNow = async (
  reader: Reader,
  { userId, firstWeek }: { readonly userId: UserId; readonly firstWeek: bigint },
): Promise<HolderNow> => {
  const pool = await readPool(reader, firstWeek)
  const { week } = pool
  const position = (await readHolder(reader, userId))?.position ?? newPowerPosition
  const changes = await readChanges(reader, { userIds: [userId], from: week, before: week + 1n })
  const change = changes.get(userId)?.[0] ?? { ...noChange(week), bought: 0n }
  return { pool, state: { position, change }, bought: change.bought }
}

export interface PledgeResult extends PowerView {
  /** Monday from which newly pledged power earns, and unpledged power does not. Unix seconds. */
  readonly effectiveFrom: bigint
}

export interface PledgeRequest {
  readonly userId: UserId
  readonly action: 'pledge' | 'unpledge'
  /** Base units of POD power. */
  readonly units: bigint
}

/**
 * Pledges or unpledges POD power at the end of the open week. The user must be settled to the last closed
 * week. The caller holds `lockWeeks(tx, 'change')`, so that no week closes between reading and writing.
 * Throws POD_POWER_TOO_LOW (20005).
 */
export const changePledge = async (
  tx: Tx,
  firstWeek: bigint,
  { userId, action, units }: PledgeRequest,
): Promise<PledgeResult> => {
  const holder = await lockHolder(tx, userId)
  const { pool, state, bought } = await readHolderNow(tx, { userId, firstWeek })
  const rule = action === 'pledge' ? pledgePower : unpledgePower
  const after = rule(pool, state, units)
  const { week } = pool
  const { joining, leaving } = after.change
  const view = viewPower(pool, after)
  const reported = view.staying + view.joining - bought
  // A user without a position has nothing to pledge: the rule above has thrown.
  if (holder) {
    await writeHolders(tx, [{ ...holder, position: after.position, reported }])
    const { timestamp: at } = await chainNow(tx)
    await recordActivity(tx, [{ userId, kind: 'pledged', at, amount: reported - holder.reported }])
  }
  await writeChange(tx, { userId, week, joining: joining - bought * FINE, leaving })
  await addToWeekSums(tx, {
    userId,
    week,
    joining: joining - state.change.joining,
    leaving: leaving - state.change.leaving,
  })
  return { ...view, effectiveFrom: weekEnd(week) }
}
