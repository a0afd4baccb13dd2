/**
 * The product's column types, for every `tables.ts`. Hex is text in lower case, for people to read and psql
 * to find; its form is checked by the domains of `migrations/0000_domains.sql`.
 */
import { type Column, type SQL, sql } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'
import type { Hex } from 'viem'
import { lowerHex } from '../hex.ts'
import type { UserId } from '../ids.ts'

/** An amount in base units: `numeric(78,0)`, which holds a uint256, as `bigint`. */
export const baseUnits = customType<{ data: bigint; driverData: string | bigint }>({
  dataType: () => 'numeric(78, 0)',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
})

/**
 * An integer of up to 120 digits, as `bigint`, for scaled balances of POD power (ADR 0011: shares up to 1e63,
 * their accrued amounts up to 1e81).
 */
export const wide = customType<{ data: bigint; driverData: string | bigint }>({
  dataType: () => 'numeric(120, 0)',
  fromDriver: (value) => BigInt(value),
  toDriver: (value) => value.toString(),
})

const hexColumn = (domain: string) =>
  customType<{ data: Hex; driverData: string }>({
    dataType: () => domain,
    fromDriver: (value) => value as Hex,
    toDriver: lowerHex,
  })

/** A 20-byte address, lower-case hex. A checksummed address is accepted and converted. */
export const address = hexColumn('evm_address')

/** 32 bytes, lower-case hex: digests, hashes of blocks and transactions. */
export const bytes32 = hexColumn('evm_bytes32')

/** Bytes, as hex without 0x. */
export const bytes = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  fromDriver: (value) => value.toString('hex'),
  toDriver: (value) => Buffer.from(value, 'hex'),
})

/** The id of a user, without a foreign key: a module adds one if it needs it. */
export const userId = (name: string) => bigint(name, { mode: 'number' }).$type<UserId>()

/** The chain's time in Unix seconds. */
export const unixSeconds = (name: string) => bigint(name, { mode: 'bigint' })

/** The number of a week (`@dr/protocol/rules/weeks`). */
export const weekNumber = (name: string) => bigint(name, { mode: 'bigint' })

/** The id of a transaction with its epoch, never reused. */
export const xid = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })

/** A point in time: timestamptz as `Date`. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** For a CHECK: the column has one of these values, which must be plain names (not escaped). */
export const isOneOf = (column: Column, names: readonly string[]): SQL =>
  sql`${column} IN (${sql.raw(names.map((name) => `'${name}'`).join(', '))})`
