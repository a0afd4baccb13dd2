import { PRICED_TOKENS } from '@dr/protocol/tokens'
import { sql } from 'drizzle-orm'
import { bigint, check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { baseUnits, isOneOf, unixSeconds } from '../../platform/database/columns.ts'

/**
 * The oracle's own observations (`PriceOracle.Observed`), which anyone can read from the chain. An average
 * between any two of them needs no further request.
 */
export const priceObservation = pgTable(
  'price_observation',
  {
    token: text('token').notNull(),
    timestamp: unixSeconds('timestamp').notNull(),
    /** The pair's cumulative price, UQ112x112 times seconds, modulo 2^224. */
    cumulative: baseUnits('cumulative').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.token, table.timestamp] }),
    check('price_observation_token', isOneOf(table.token, PRICED_TOKENS)),
  ],
)

/**
 * Prices of a pool within a minute, from its reserves (`Sync` events), USDT for one token, 18 decimals. A
 * minute without an event has no row: the price did not change.
 */
export const poolPrice = pgTable(
  'pool_price',
  {
    token: text('token').notNull(),
    /** Minutes since 1970. */
    minute: bigint('minute', { mode: 'bigint' }).notNull(),
    close: baseUnits('close').notNull(),
    low: baseUnits('low').notNull(),
    high: baseUnits('high').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.token, table.minute] }),
    check('pool_price_token', isOneOf(table.token, PRICED_TOKENS)),
    check(
      'pool_price_within',
      sql`0 < ${table.low} AND ${table.low} <= ${table.close} AND ${table.close} <= ${table.high}`,
    ),
  ],
)

/** The last average of each token while its pool was deep enough, written by a tick. */
export const priceKnown = pgTable(
  'price_known',
  {
    token: text('token').primaryKey(),
    /** USDT for one token, 18 decimals: the higher of the available averages. */
    price: baseUnits('price').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockTime: unixSeconds('block_time').notNull(),
  },
  (table) => [
    check('price_known_token', isOneOf(table.token, PRICED_TOKENS)),
    check('price_known_positive', sql`${table.price} > 0`),
  ],
)
