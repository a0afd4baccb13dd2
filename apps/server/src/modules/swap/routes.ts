import {
  swapRecords as swapRecordsCall,
  swapTokenSignature,
  swapTokens as swapTokensCall,
} from '@dr/protocol/calls/swap'
import { type Route, route } from '../../platform/route.ts'
import { voucherAnswer } from '../vouchers/index.ts'
import type { SwapDeps } from './deps.ts'
import { createExchangeReader } from './quote/exchange-state.ts'
import { quoteSwapOrder } from './quote/quote-swap.ts'
import { createSwapTokens } from './quote/swap-tokens.ts'
import { swapRecords } from './swap-records.ts'

export const swapRoutes = (deps: SwapDeps): Route[] => {
  const exchange = createExchangeReader(deps.client, deps.contracts)
  return [
    route(swapTokensCall, createSwapTokens(deps, exchange)),
    route(swapTokenSignature, async ({ body, caller }) =>
      voucherAnswer(
        await quoteSwapOrder(deps, exchange, {
          userId: caller.userId,
          account: caller.address,
          inputToken: body.inputToken,
          outputToken: body.outputToken,
          inputAmount: BigInt(body.inputAmount),
        }),
      ),
    ),
    route(swapRecordsCall, ({ body, caller }) =>
      swapRecords(deps.database.read, { ...body, userId: caller.userId }),
    ),
  ]
}
