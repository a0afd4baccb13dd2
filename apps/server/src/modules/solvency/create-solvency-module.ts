import { drAbi } from '@dr/contracts/abi/dr'
import { overview as overviewCall } from '@dr/protocol/calls/public'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { eventHandler } from '../../platform/chain-events.ts'
import type { ContractAddresses } from '../../platform/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import { route } from '../../platform/route.ts'
import type { MiningModule } from '../mining/index.ts'
import type { WithdrawalModule } from '../withdrawal/index.ts'
import { auditBooksTick } from './audit-books.ts'
import { checkReserveTick } from './check-reserve.ts'
import { overview } from './overview.ts'
import { recordTransfer } from './record-transfer.ts'

export const createSolvencyModule = (deps: {
  readonly database: Database
  readonly contracts: ContractAddresses
  readonly mining: MiningModule
  readonly withdrawal: WithdrawalModule
  readonly logger: Logger
  readonly registry: Registry
}): ModuleParts => {
  const { database, contracts, mining, withdrawal, logger, registry } = deps
  const { withdrawalVault0: vault, emission } = contracts
  return {
    routes: [route(overviewCall, () => overview({ reader: database.read, contracts, mining, withdrawal }))],
    eventHandlers: [
      eventHandler({
        name: 'solvency.transfer-to-vault',
        address: contracts.dr,
        abi: drAbi,
        event: 'Transfer',
        handle: (tx, event) => recordTransfer(tx, { vault, emission }, event),
      }),
    ],
    advanceHooks: [],
    ticks: [
      checkReserveTick({ database, withdrawal, logger, registry }),
      auditBooksTick({ database, missingPurchases: mining.missingPurchases, logger, registry }),
    ],
  }
}
