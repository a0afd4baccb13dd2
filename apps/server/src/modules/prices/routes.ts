import { drgvPrice } from '@dr/protocol/calls/mining'
import { priceHistory as priceHistoryCall } from '@dr/protocol/calls/swap'
import type { ContractAddresses } from '../../platform/chain/contract-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Route, route } from '../../platform/route.ts'
import type { PriceReader } from './create-price-reader.ts'
import { priceAnswer } from './price-answer.ts'
import { priceHistory } from './price-history.ts'
import { pricesShown } from './prices-shown.ts'

export const pricesRoutes = ({
  reader,
  database,
  contracts,
}: {
  readonly reader: PriceReader
  readonly database: Pick<Database, 'read'>
  readonly contracts: ContractAddresses
}): Route[] => [
  route(drgvPrice, async () => {
    const block = await reader.newestBlock()
    const [DRGV, DR, shown] = await Promise.all([
      reader.quotePrice('DRGV', block),
      reader.quotePrice('DR', block),
      pricesShown(reader, block),
    ])
    const known = Object.entries(shown).flatMap(([token, price]) => (price ? [[token, price] as const] : []))
    return { ...Object.fromEntries(known), DRGV: priceAnswer(DRGV), DR: priceAnswer(DR) }
  }),
  route(priceHistoryCall, ({ body: { token, range } }) =>
    priceHistory(database.read, { token, range, source: contracts.pairs[token] }),
  ),
]
