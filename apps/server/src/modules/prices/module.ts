import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import type { Logger } from 'pino'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Tick } from '../../platform/tick.ts'
import { type AnsweredPrices, answerPrices } from './answer-prices.ts'
import { createPriceReader, type PriceReader } from './create-price-reader.ts'
import type { PricesDeps } from './deps.ts'
import { keepKnownPrice } from './known-price.ts'
import { priceHandlers } from './record-prices.ts'
import { pricesRoutes } from './routes.ts'

/** The oracle stores one observation every 5 minutes, and needs one at least every 10 (IPriceOracle). */
const UPDATE_INTERVAL_SECONDS = 240

export interface PricesModule extends ModuleParts, PriceReader {
  /** The current response of `drgvPrice`. Throws NO_PRICE. */
  answerPrices(): Promise<AnsweredPrices>
}

const updateTick = (deps: { keeper: Keeper; contracts: ContractAddresses; logger: Logger }): Tick => ({
  name: 'prices.update-oracle',
  schedule: UPDATE_INTERVAL_SECONDS,
  run: async () => {
    const call = { address: deps.contracts.PriceOracle, abi: priceOracleAbi, functionName: 'update' }
    const { outcome } = await deps.keeper.call(call, { needed: (recorded) => recorded === true })
    if (outcome === 'reverted') deps.logger.warn({ outcome }, 'the oracle update reverted')
  },
})

/** Only for DR, whose price limits withdrawals (withdrawal/limit-price.ts). */
const knownTick = (database: Pick<Database, 'single'>, prices: PriceReader): Tick => ({
  name: 'prices.keep-known',
  schedule: UPDATE_INTERVAL_SECONDS,
  run: () => keepKnownPrice(database.single, prices, 'DR'),
})

export const createPricesModule = (deps: PricesDeps): PricesModule => {
  const { database, client, contracts, keeper, logger } = deps
  const reader = createPriceReader({
    client,
    oracle: contracts.PriceOracle,
    tokens: contracts,
  })
  const answer = () => answerPrices(reader)
  return {
    ...reader,
    answerPrices: answer,
    routes: pricesRoutes({ answerPrices: answer, database, contracts }),
    eventHandlers: priceHandlers(contracts),
    advanceHooks: [],
    ticks: [...(keeper ? [updateTick({ keeper, contracts, logger })] : []), knownTick(database, reader)],
  }
}
