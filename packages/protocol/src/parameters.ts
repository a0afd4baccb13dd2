/**
 * Settings that operators may change and switch off (docs/product.md 10), with hard bounds: one table, read
 * by server and app alike.
 */
import * as z from 'zod'
import {
  POD_POWER_MINIMUM_DR,
  WITHDRAWAL_DAILY_LIMIT_USD,
  WITHDRAWAL_MINIMUM_DR,
  WITHDRAWAL_MINIMUM_USDT,
} from './constants.ts'

const ONE = 10n ** 18n

export const parameterNameSchema = z.enum([
  'withdrawal-daily-limit',
  'withdrawal-minimum-dr',
  'withdrawal-minimum-usdt',
  'pod-power-minimum-dr',
])
export type ParameterName = z.infer<typeof parameterNameSchema>

interface Parameter {
  readonly unit: 'USD' | 'DR' | 'USDT'
  /** Until operators decide otherwise. Base units, USD with 18 decimals. */
  readonly standard: bigint
  /** No two operators can go beyond: so that limits never shut anyone in. */
  readonly min: bigint
  readonly max: bigint
}

export const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
  'withdrawal-daily-limit': {
    unit: 'USD',
    standard: WITHDRAWAL_DAILY_LIMIT_USD,
    min: 1_000n * ONE,
    max: 1_000_000n * ONE,
  },
  'withdrawal-minimum-dr': { unit: 'DR', standard: WITHDRAWAL_MINIMUM_DR, min: ONE, max: 1_000n * ONE },
  'withdrawal-minimum-usdt': {
    unit: 'USDT',
    standard: WITHDRAWAL_MINIMUM_USDT,
    min: ONE,
    max: 100n * ONE,
  },
  // The contract itself takes no less.
  'pod-power-minimum-dr': {
    unit: 'DR',
    standard: POD_POWER_MINIMUM_DR,
    min: POD_POWER_MINIMUM_DR,
    max: 10_000n * ONE,
  },
}

/**
 * What one operator may stop and start again. Vouchers of a kind; whole features; a vault's withdrawals
 * (1017). Stopped vouchers of sales and stopped features answer 1023. Nothing here stops a voucher that is
 * issued, an exit on chain, or what is owed from growing.
 */
export const stoppableSchema = z.enum([
  'buy-machine',
  'activate-machine',
  'buy-pod-power',
  'swap-token',
  'withdraw-dr',
  'withdraw-usdt',
  'vault-0',
  'vault-1',
  'vault-2',
  'packages',
  'collect',
  'transfer',
  'game',
])
export type Stoppable = z.infer<typeof stoppableSchema>

/** Features that are one call or more, refused as a whole (1023). */
export type Feature = Extract<Stoppable, 'collect' | 'transfer' | 'game'>
