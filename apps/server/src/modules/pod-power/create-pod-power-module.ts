import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import type { PodPowerPurchase } from '@dr/protocol/calls/users'
import { weekEnd, weekOf } from '@dr/protocol/weeks'
import { batchHandler } from '../../platform/chain-events.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Page } from '../../platform/pagination.ts'
import { createSettingsReader } from '../parameters/index.ts'
import { createInviterFinder } from '../users/index.ts'
import { changePledge, type PledgeResult, readHolderNow } from './change-pledge.ts'
import type { PodPowerDeps } from './pod-power-deps.ts'
import { readPool } from './pool.ts'
import { viewPower } from './position.rules.ts'
import { purchaseAnswer } from './purchase-answer.ts'
import { burnedTotal, listPurchases } from './purchases.ts'
import { recordPurchases } from './record-purchases.ts'
import { podPowerRoutes } from './routes.ts'
import { pledgedLeft } from './scaled-power.rules.ts'

export interface PodPowerModule extends ModuleParts {
  /** Pledges or unpledges POD power of a user's, in base units. POD_POWER_TOO_LOW (20005). */
  changePledge(request: {
    readonly userId: UserId
    readonly action: 'pledge' | 'unpledge'
    readonly units: bigint
  }): Promise<PledgeResult>
  /** The same as part of a transaction. */
  changePledgeIn(tx: Tx, request: Parameters<PodPowerModule['changePledge']>[0]): Promise<PledgeResult>
  /** What of a user's waits for the week's end. Base units; `until`: Unix seconds. */
  pledgeLocks(userId: UserId): Promise<{
    readonly joining: bigint
    readonly leaving: bigint
    readonly until: bigint
  }>
  /** A page of a user's purchases, newest first, with what dividends consumed of each. */
  listPurchases(request: {
    readonly userId: UserId
    readonly cursor?: string | undefined
    readonly limit: number
  }): Promise<Page<PodPowerPurchase>>
  /** DR burned for POD power so far, base units. One row a day. */
  burnedTotal(reader: Reader): Promise<bigint>
  /** Pledged power that draws this week, base units: everybody's, and a user's. */
  pledgedPower(reader: Reader, userId: UserId): Promise<{ readonly pledged: bigint; readonly mine: bigint }>
}

export const createPodPowerModule = (
  input: Omit<PodPowerDeps, 'settings' | 'findInviter'>,
): PodPowerModule => {
  const { database, contracts, vouchers, startTime, dividends } = input
  const deps: PodPowerDeps = {
    ...input,
    settings: createSettingsReader(() => database.read),
    findInviter: createInviterFinder(() => database.read),
  }
  const firstWeek = weekOf(startTime)
  const { bringUpTo } = dividends
  /** A user brought up to the last closed week, and what is theirs now. */
  const viewOf = async (userId: UserId) => {
    await database.transaction((tx) => bringUpTo(tx, userId))
    const { pool, state } = await readHolderNow(database.read, { userId, firstWeek })
    return { ...viewPower(pool, state), week: pool.week }
  }
  const changePledgeIn: PodPowerModule['changePledgeIn'] = (tx, request) =>
    changePledge(tx, { firstWeek, bringUpTo }, request)
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
    routes: podPowerRoutes(deps, firstWeek),
    eventHandlers: [
      batchHandler({
        name: 'pod-power.bought',
        address: contracts.digitalRights,
        abi: digitalRightsAbi,
        event: 'PODpowerBought',
        handleAll: (tx, events) => recordPurchases(tx, { vouchers, firstWeek }, events),
      }),
    ],
    advanceHooks: [],
    ticks: [],
  }
}
