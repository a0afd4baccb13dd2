import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { weekOf } from '@dr/protocol/rules/weeks'
import { batchHandler } from '../../platform/chain/chain-events.ts'
import { countOf } from '../../platform/chain/chain-numbers.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { recordPurchases } from '../dividends/index.ts'
import { createSettingsReader } from '../parameters/index.ts'
import { createInviterFinder } from '../users/index.ts'
import type { PodPowerDeps } from './deps.ts'
import { podPowerRoutes } from './routes.ts'

export const createPodPowerModule = (input: Omit<PodPowerDeps, 'settings' | 'findInviter'>): ModuleParts => {
  const { database, contracts, vouchers, startTime } = input
  const firstWeek = weekOf(startTime)
  return {
    routes: podPowerRoutes({
      ...input,
      settings: createSettingsReader(() => database.read),
      findInviter: createInviterFinder(() => database.read),
    }),
    eventHandlers: [
      batchHandler({
        name: 'pod-power.bought',
        address: contracts.DigitalRights,
        abi: digitalRightsAbi,
        event: 'PODpowerBought',
        handleAll: (tx, events) => recordPurchases(tx, { vouchers, firstWeek }, events),
      }),
    ],
    chainNumbers: [
      countOf({
        name: 'pod-power.purchases',
        address: contracts.DigitalRights,
        abi: digitalRightsAbi,
        view: 'powerPurchaseCount',
        events: ['PODpowerBought'],
      }),
    ],
    advanceHooks: [],
    ticks: [],
  }
}
