/** POD power of users, for other modules: owned, pledged and bought, each settled to the last closed week. */
import type { PodPowerPurchase } from '@dr/protocol/calls/users'
import { weekEnd } from '@dr/protocol/rules/weeks'
import { AppError } from '../../platform/app-error.ts'
import type { Database, Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Page } from '../../platform/pagination.ts'
import { changePledge, type PledgeRequest, type PledgeResult, readHolderNow } from './power/change-pledge.ts'
import { lockWeeks, readPool } from './power/pool.ts'
import { viewPower } from './power/position.rules.ts'
import { purchaseAnswer } from './power/purchase-answer.ts'
import { burnedTotal, listPurchases } from './power/purchases.ts'
import { pledgedLeft } from './power/scaled-power.rules.ts'
import { closeAndCredit } from './week/bring-up-to.ts'
import type { DividendClosing } from './week/dividend-closing.ts'

export interface PledgedPower {
  /** Pledges or unpledges POD power of a user. Throws POD_POWER_TOO_LOW (20005). */
  changePledge(request: PledgeRequest): Promise<PledgeResult>
  /** Like `changePledge`, in the caller's transaction. */
  changePledgeIn(tx: Tx, request: PledgeRequest): Promise<PledgeResult>
  /** A user's changes that take effect at the week's end. Base units; `until`: Unix seconds. */
  pledgeLocks(userId: UserId): Promise<{
    readonly joining: bigint
    readonly leaving: bigint
    readonly until: bigint
  }>
  /** A page of a user's purchases, newest first, with the part of each that dividends consumed. */
  listPurchases(request: {
    readonly userId: UserId
    readonly cursor?: string | undefined
    readonly limit: number
  }): Promise<Page<PodPowerPurchase>>
  /** DR burned for POD power so far, base units. Reads one row for each day. */
  burnedTotal(reader: Reader): Promise<bigint>
  /** Pledged power that earns this week, base units: of all users, and of one. */
  pledgedPower(reader: Reader, userId: UserId): Promise<{ readonly pledged: bigint; readonly mine: bigint }>
}

export const createPledgedPower = (database: Database, closing: DividendClosing): PledgedPower => {
  const { firstWeek } = closing
  const viewOf = async (userId: UserId) => {
    await database.transaction((tx) => closeAndCredit(tx, closing, userId))
    const { pool, state } = await readHolderNow(database.read, { userId, firstWeek })
    return { ...viewPower(pool, state), week: pool.week }
  }
  const changePledgeIn: PledgedPower['changePledgeIn'] = async (tx, request) => {
    if (request.units <= 0n) throw new AppError('BAD_PARAMETER', { details: { path: 'amount' } })
    await lockWeeks(tx, 'change')
    await closeAndCredit(tx, closing, request.userId)
    return changePledge(tx, firstWeek, request)
  }
  return {
    changePledge: (request) => database.transaction((tx) => changePledgeIn(tx, request)),
    changePledgeIn,
    pledgeLocks: async (userId) => {
      const { joining, leaving, week } = await viewOf(userId)
      return { joining, leaving, until: weekEnd(week) }
    },
    listPurchases: async ({ userId, cursor, limit }) => {
      const { left } = await viewOf(userId)
      const page = await listPurchases(database.read, { userId, left, cursor, limit })
      return { items: page.items.map(purchaseAnswer), nextCursor: page.nextCursor }
    },
    burnedTotal,
    pledgedPower: async (reader, userId) => ({
      pledged: pledgedLeft(await readPool(reader, firstWeek)),
      mine: (await viewOf(userId)).pledged,
    }),
  }
}
