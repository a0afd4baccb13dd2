/** Records of the chain's prices: the oracle's observations, and every change of the pools. */

import { priceOracleAbi } from '@dr/contracts/abi/price-oracle'
import { isPriced, PRICED_TOKENS, type PricedToken } from '@dr/protocol/tokens'
import { parseAbi } from 'viem'
import { batchHandler, type EventHandler } from '../../platform/chain/chain-events.ts'
import { type ContractAddresses, tokenAt } from '../../platform/chain/contract-addresses.ts'
import type { Tx } from '../../platform/database/database.ts'
import { FatalError } from '../../platform/errors.ts'
import type { LowerHex } from '../../platform/hex.ts'
import { priceOfReserves, spansByMinute } from './history.rules.ts'

/** Processed in separate batches, since the order relative to other events does not matter. */
const LANE = 'prices'

const pairAbi = parseAbi(['event Sync(uint112 reserve0, uint112 reserve1)'])

interface Observed {
  readonly token: LowerHex
  readonly timestamp: bigint
  readonly cumulative: bigint
}

/** The oracle reported a token that is not configured here. */
class ObservedTokenError extends FatalError {}

const observedToken = (contracts: ContractAddresses, address: LowerHex): PricedToken => {
  const token = tokenAt(contracts, address)
  if (token === undefined || !isPriced(token)) throw new ObservedTokenError(`the oracle observed ${address}`)
  return token
}

/** Records the oracle's observations; idempotent. */
const recordObservations = async (
  tx: Tx,
  contracts: ContractAddresses,
  events: readonly { readonly args: Observed }[],
): Promise<void> => {
  await tx.query({
    name: 'price_observation_insert',
    text: `INSERT INTO price_observation (token, timestamp, cumulative)
      SELECT * FROM unnest($1::text[], $2::bigint[], $3::numeric[]) ON CONFLICT DO NOTHING`,
    values: [
      events.map(({ args }) => observedToken(contracts, args.token)),
      events.map(({ args }) => args.timestamp),
      events.map(({ args }) => args.cumulative),
    ],
  })
}

interface PoolChange {
  readonly blockTimestamp: bigint
  readonly args: { readonly reserve0: bigint; readonly reserve1: bigint }
}

const recordPoolChanges = async (
  tx: Tx,
  { token, isToken0 }: { token: PricedToken; isToken0: boolean },
  events: readonly PoolChange[],
): Promise<void> => {
  const prices = events.flatMap(({ blockTimestamp: at, args: { reserve0, reserve1 } }) => {
    const price = priceOfReserves(
      isToken0 ? { token: reserve0, usdt: reserve1 } : { token: reserve1, usdt: reserve0 },
    )
    return price === null ? [] : [{ at, price }]
  })
  const spans = spansByMinute(prices)
  if (spans.length === 0) return
  await tx.query({
    name: 'pool_price_upsert',
    text: `INSERT INTO pool_price AS p (token, minute, close, low, high)
      SELECT $1, * FROM unnest($2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[])
      ON CONFLICT (token, minute) DO UPDATE SET close = excluded.close,
        low = least(p.low, excluded.low), high = greatest(p.high, excluded.high)`,
    values: [
      token,
      ...(['minute', 'close', 'low', 'high'] as const).map((field) => spans.map((span) => span[field])),
    ],
  })
  const { close } = spans.at(-1) as (typeof spans)[number]
  await tx.announce({ topic: 'prices', value: { [token]: close.toString() } })
}

export const priceHandlers = (contracts: ContractAddresses): EventHandler[] => {
  const poolHandler = (token: PricedToken): EventHandler => {
    // A pair sorts its tokens by address.
    const isToken0 = contracts[token] < contracts.USDT
    return batchHandler({
      name: `prices.pool-${token.toLowerCase()}`,
      address: contracts.pairs[token],
      abi: pairAbi,
      event: 'Sync',
      lane: LANE,
      handleAll: (tx, events) => recordPoolChanges(tx, { token, isToken0 }, events),
    })
  }
  return [
    batchHandler({
      name: 'prices.observed',
      address: contracts.PriceOracle,
      abi: priceOracleAbi,
      event: 'Observed',
      lane: LANE,
      handleAll: (tx, events) => recordObservations(tx, contracts, events),
    }),
    ...PRICED_TOKENS.map(poolHandler),
  ]
}
