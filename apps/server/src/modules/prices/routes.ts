import { drgvPrice } from '@dr/protocol/calls/mining'
import { priceHistory as priceHistoryCall } from '@dr/protocol/calls/swap'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Route, route } from '../../platform/route.ts'
import type { AnsweredPrices } from './answer-prices.ts'
import { priceHistory } from './price-history.ts'

export const pricesRoutes = ({
  answerPrices,
  database,
  contracts,
}: {
  readonly answerPrices: () => Promise<AnsweredPrices>
  readonly database: Pick<Database, 'read'>
  readonly contracts: ContractAddresses
}): Route[] => [
  route(drgvPrice, answerPrices),
  route(priceHistoryCall, ({ body: { token, range } }) =>
    priceHistory(database.read, { token, range, source: contracts.pairs[token] }),
  ),
]
