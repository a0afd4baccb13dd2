import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../platform/database/database.ts'
import type { Tick } from '../../platform/tick.ts'
import { isCovered, type WithdrawalModule } from '../withdrawal/index.ts'

const CHECK_INTERVAL_SECONDS = 10
const LABELS = { vault: '0', token: 'DR' }

/**
 * The continuous check of PRODUCT.md 1: on-chain reserve at the last processed block against what the ledger owes. While
 * it does not hold, withdrawals are refused (1017): each one makes this very comparison before it signs.
 */
export const checkReserveTick = (deps: {
  readonly database: Database
  readonly withdrawal: WithdrawalModule
  readonly logger: Logger
  readonly registry: Registry
}): Tick => {
  const { database, withdrawal, logger, registry } = deps
  const labelNames = ['vault', 'token'] as const
  const shortfall = new Gauge({
    name: 'vault_shortfall_base_units',
    help: 'What the ledger owes above the on-chain reserve; more than 0 is an alarm, and stops the vault',
    labelNames,
    registers: [registry],
  })
  const difference = new Gauge({
    name: 'vault_unbooked_base_units',
    help: 'On-chain reserve minus the asset account, at the same block; other than 0 is an alarm',
    labelNames,
    registers: [registry],
  })
  const checked = new Gauge({
    name: 'vault_checked_block',
    help: 'Block of the last comparison',
    labelNames,
    registers: [registry],
  })
  return {
    name: 'solvency.check-reserve',
    schedule: CHECK_INTERVAL_SECONDS,
    run: async () => {
      const books = await withdrawal.readReserve(database.read)
      const { reserve, booked, owed, pools, blockNumber } = books
      shortfall.set(LABELS, Number(isCovered(books) ? 0n : owed + pools - reserve))
      difference.set(LABELS, Number(reserve - booked))
      checked.set(LABELS, Number(blockNumber))
      if (reserve !== booked) logger.error({ ...LABELS, ...books }, 'the vault does not hold what is booked')
    },
  }
}
