import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { chainNow } from '../../platform/chain/chain-clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLeaderGauge } from '../../platform/gauges/leader-gauges.ts'
import type { Tick } from '../../platform/tick.ts'
import { isNoPrice } from '../prices/index.ts'
import type { ReadReserves, VaultReserve } from '../withdrawal/index.ts'
import { countExpected } from './flows/expect-inflows.ts'
import { storeCheck } from './store-check.ts'

/** About the time between finalized blocks. */
const CHECK_INTERVAL_SECONDS = 2

const createGauges = (registry: Registry) => {
  const gauge = (name: string, help: string) =>
    createLeaderGauge(registry, 'worker', { name, help, labelNames: ['vault', 'token'] as const })
  return {
    shortfall: gauge(
      'vault_shortfall_base_units',
      'What the ledger owes above the on-chain reserve; more than 0 is an alarm, and stops the vault',
    ),
    unbooked: gauge(
      'vault_unbooked_base_units',
      'On-chain reserve minus the asset account, at the same block; other than 0 is an alarm',
    ),
    checked: gauge('vault_checked_block', 'Block of the last comparison'),
    expected: createLeaderGauge(registry, 'worker', {
      name: 'vault_expected_inflows',
      help: 'Inflows named by an event but without a Transfer; more than 0 is an alarm',
    }),
  }
}

/**
 * The continuous check of docs/product.md 1: compares the on-chain reserve at the last processed block with
 * the ledger's debt, for every vault and token; stores and reports the result. While a vault is not covered,
 * its withdrawals are refused (1017): each makes the same comparison before it signs.
 */
export const checkReservesTick = (deps: {
  readonly database: Database
  readonly readReserves: ReadReserves
  readonly logger: Logger
  readonly registry: Registry
}): Tick => {
  const { database, readReserves, logger } = deps
  const gauges = createGauges(deps.registry)
  const differences = new Map<string, bigint>()
  let checkedBlock = -1n
  let waiting = false

  /**
   * Undefined while the chain cannot be asked at the ledger's block: a starting node does not have old state
   * yet.
   */
  const readOrWait = async (): Promise<readonly VaultReserve[] | undefined> => {
    try {
      const reserves = await readReserves(database.read)
      waiting = false
      return reserves
    } catch (error) {
      if (!isNoPrice(error)) throw error
      if (!waiting)
        logger.warn({ err: error }, 'reserves cannot be compared: no vouchers of the vaults until they can')
      waiting = true
      return undefined
    }
  }

  const show = (books: VaultReserve): void => {
    const { vault, token, reserve, booked, shortfall, blockNumber } = books
    const labels = { vault: String(vault), token }
    gauges.shortfall.set(labels, Number(shortfall))
    gauges.unbooked.set(labels, Number(reserve - booked))
    gauges.checked.set(labels, Number(blockNumber))
    const name = `${vault}:${token}`
    if (reserve !== booked && differences.get(name) !== reserve - booked) {
      logger.error({ ...books }, 'the vault does not hold what is booked')
    }
    differences.set(name, reserve - booked)
  }

  return {
    name: 'solvency.check-reserves',
    schedule: CHECK_INTERVAL_SECONDS,
    run: async () => {
      const { blockNumber } = await chainNow(database.read)
      // A process that becomes the leader again has to show its figures again.
      const shown = (await gauges.checked.get()).values.length > 0
      if (shown && blockNumber === checkedBlock) return
      const reserves = await readOrWait()
      if (!reserves) return
      reserves.forEach(show)
      gauges.expected.set(await countExpected(database.read))
      const changes = await database.transaction((tx) => storeCheck(tx, reserves))
      for (const { change, ...of } of changes) {
        if (change === 'began') logger.error(of, 'the vault holds less than is owed: it is stopped')
        else logger.warn(of, 'the vault holds again what is owed')
      }
      checkedBlock = reserves[0]?.blockNumber ?? blockNumber
    },
  }
}
