import { digitalRightsAbi } from '@dr/contracts/abi/digital-rights'
import { fundingAbi } from '@dr/contracts/abi/funding'
import { withdrawalVaultAbi } from '@dr/contracts/abi/withdrawal-vault'
import { PAYOUT_TOKENS } from '@dr/protocol/tokens'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import { eventHandler } from '../../platform/chain/chain-events.ts'
import { type ChainNumber, countedEvent } from '../../platform/chain/chain-numbers.ts'
import { selectorOf } from '../../platform/chain/chain-views.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { recordFunding } from './budget/record-funding.ts'
import { attributeDeposits } from './deposit/attribute-deposits.ts'
import { recordDeposit } from './deposit/record-deposit.ts'
import type { PackagesDeps } from './deps.ts'
import { creditDue, waitForMaturity } from './position/credit-due.ts'
import { packagesRoutes } from './routes.ts'
import { DEFAULT_PACKAGES } from './terms/default-packages.ts'
import { seedPackages } from './terms/seed-packages.ts'

const DUE_INTERVAL_SECONDS = 10
const ATTRIBUTE_INTERVAL_SECONDS = 30

export interface PackagesModule extends ModuleParts {
  /** Updates the packages on offer to the configuration; idempotent. */
  seed(tx: Tx): Promise<void>
}

/** `totalDeposited` of the node vault, for each token. */
const depositNumbers = ({ contracts }: Pick<PackagesDeps, 'contracts'>): ChainNumber[] => {
  const [, , nodeVault] = contracts.withdrawalVaults
  const selector = selectorOf(withdrawalVaultAbi, 'totalDeposited')
  return PAYOUT_TOKENS.map((token) => {
    const tokenAddress = contracts[token]
    return {
      name: `packages.deposited-${token}`,
      view: { address: nodeVault, selector, argument: tokenAddress },
      events: [
        countedEvent({
          address: contracts.DigitalRights,
          abi: digitalRightsAbi,
          event: 'Deposited',
          add: ({ token: deposited, amount }) => (deposited === tokenAddress ? amount : 0n),
        }),
      ],
    }
  })
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
        address: contracts.DigitalRights,
        abi: digitalRightsAbi,
        event: 'Deposited',
        handle: (tx, event) => recordDeposit(tx, { contracts, stakeBegun }, event),
      }),
      eventHandler({
        name: 'packages.funded',
        address: contracts.Funding,
        abi: fundingAbi,
        event: 'Funded',
        handle: (tx, event) => recordFunding(tx, contracts, event),
      }),
    ],
    chainNumbers: depositNumbers(deps),
    advanceHooks: [],
    ticks: [
      {
        name: 'packages.due',
        schedule: DUE_INTERVAL_SECONDS,
        run: async (signal) => {
          await waitForMaturity(database, await now())
          await creditDue(database, { now: await now(), signal })
        },
      },
      {
        name: 'packages.attribute',
        schedule: ATTRIBUTE_INTERVAL_SECONDS,
        run: async (signal) => attributeDeposits(database, { now: await now(), signal }),
      },
    ],
  }
}
