import { exchangeAbi } from '@dr/contracts/abi/exchange'
import type { LiveExchange } from '@dr/protocol/live'
import { type EventHandler, eventHandler } from '../../platform/chain/chain-events.ts'
import { type ChainNumber, countOf } from '../../platform/chain/chain-numbers.ts'
import type { Keeper } from '../../platform/chain/keeper.ts'
import type { ModuleParts } from '../../platform/module-parts.ts'
import type { Tick } from '../../platform/tick.ts'
import type { Order } from '../vouchers/index.ts'
import type { SwapDeps } from './deps.ts'
import { recordFlush } from './fees/record-flush.ts'
import { dropPromise } from './quote/promises.ts'
import { exchangePrices } from './quote/swap-tokens.ts'
import { recordDepthsTick } from './record-depths.ts'
import { attributeSwap, recordSwap } from './record-swap.ts'
import { swapRoutes } from './routes.ts'

const handlersOf = ({ contracts, vouchers, dividends, nodes }: SwapDeps): EventHandler[] => {
  const at = { address: contracts.Exchange, abi: exchangeAbi } as const
  return [
    eventHandler({
      ...at,
      name: 'swap.fee-collected',
      event: 'Swapped',
      handle: (tx, event) => recordSwap(tx, { contracts, vouchers }, event),
    }),
    eventHandler({
      ...at,
      name: 'swap.swapped',
      event: 'Swapped',
      handle: (tx, event) => attributeSwap(tx, vouchers, event),
    }),
    eventHandler({
      ...at,
      name: 'swap.fees-flushed',
      event: 'FeesFlushed',
      handle: (tx, event) => recordFlush(tx, { dividends, nodes }, event),
    }),
  ]
}

const numbersOf = ({ contracts }: SwapDeps): ChainNumber[] => {
  const at = { address: contracts.Exchange, abi: exchangeAbi } as const
  return [
    countOf({ ...at, name: 'swap.swaps', view: 'swapCount', events: ['Swapped'] }),
    countOf({ ...at, name: 'swap.flushes', view: 'flushCount', events: ['FeesFlushed'] }),
  ]
}

/** Flushes the fees, which any account may do, so that they are in the vaults before the week closes. */
const flushTick = ({ contracts, feeFlushSchedule, logger }: SwapDeps, keeper: Keeper): Tick => ({
  name: 'swap.flush-fees',
  schedule: feeFlushSchedule,
  run: async () => {
    const call = { address: contracts.Exchange, abi: exchangeAbi, functionName: 'flushFees' }
    const { outcome } = await keeper.call(call)
    if (outcome === 'reverted') logger.info('another account flushed the fees in the same block')
  },
})

const release = (
  tx: Parameters<typeof dropPromise>[0],
  { order }: { order: Pick<Order, 'id'> },
): Promise<void> => dropPromise(tx, order.id)

export interface SwapModule extends ModuleParts {
  /** The exchange's current prices, for open streams. */
  exchangePrices(): Promise<LiveExchange>
}

export const createSwapModule = (deps: SwapDeps): SwapModule => {
  const { keeper, vouchers } = deps
  vouchers.onRelease('swap-token', release)
  return {
    exchangePrices: () => exchangePrices(deps.prices),
    routes: swapRoutes(deps),
    eventHandlers: handlersOf(deps),
    chainNumbers: numbersOf(deps),
    advanceHooks: [],
    ticks: keeper ? [flushTick(deps, keeper), recordDepthsTick(deps, keeper)] : [],
  }
}
