import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { fundingAbi } from '@dr/contracts/abi/funding'
import { chainNow } from '../../platform/chain-clock.ts'
import { eventHandler } from '../../platform/chain-events.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { attributeDeposits } from './attribute-deposits.ts'
import { creditDue } from './credit-due.ts'
import { DEFAULT_PACKAGES } from './default-packages.ts'
import type { PackagesDeps } from './deps.ts'
import { recordDeposit } from './record-deposit.ts'
import { recordFunding } from './record-funding.ts'
import { packagesRoutes } from './routes.ts'
import { seedPackages } from './seed-packages.ts'

const DUE_INTERVAL_SECONDS = 10
const ATTRIBUTE_INTERVAL_SECONDS = 30

export interface PackagesModule extends ModuleParts {
  /** Brings what is offered to what is configured; repeatable. */
  seed(tx: Tx): Promise<void>
}

export const createPackagesModule = (deps: PackagesDeps): PackagesModule => {
  const { database, contracts, stakeBegun, packages = DEFAULT_PACKAGES } = deps
  const now = async () => (await chainNow(database.read)).timestamp
  return {
    seed: (tx) => seedPackages(tx, packages),
    routes: packagesRoutes(deps),
    eventHandlers: [
      eventHandler({
        name: 'packages.deposited',
        address: contracts.digitalRights,
        abi: digitalRightsAbi,
        event: 'Deposited',
        handle: (tx, event) => recordDeposit(tx, { tokens: contracts, stakeBegun }, event),
      }),
      eventHandler({
        name: 'packages.funded',
        address: contracts.funding,
        abi: fundingAbi,
        event: 'Funded',
        handle: (tx, event) => recordFunding(tx, contracts, event),
      }),
    ],
    advanceHooks: [],
    ticks: [
      {
        name: 'packages.due',
        schedule: DUE_INTERVAL_SECONDS,
        run: async (signal) => creditDue(database, { now: await now(), signal }),
      },
      {
        name: 'packages.attribute',
        schedule: ATTRIBUTE_INTERVAL_SECONDS,
        run: async (signal) => attributeDeposits(database, { now: await now(), signal }),
      },
    ],
  }
}
