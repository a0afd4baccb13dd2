/** Settings and switches of operators (docs/product.md 10), with fixed limits; shared by server and app. */
import * as z from 'zod'
import { WAD } from './amounts.ts'
import {
  POD_POWER_MINIMUM_DR,
  WITHDRAWAL_DAILY_LIMIT_USD,
  WITHDRAWAL_MINIMUM_DR,
  WITHDRAWAL_MINIMUM_USDT,
} from './constants.ts'

export const parameterNameSchema = z.enum([
  'withdrawal-daily-limit',
  'withdrawal-minimum-dr',
  'withdrawal-minimum-usdt',
  'pod-power-minimum-dr',
])
export type ParameterName = z.infer<typeof parameterNameSchema>

interface Parameter {
  readonly unit: 'USD' | 'DR' | 'USDT'
  /** Default. Base units, USD with 18 decimals. */
  readonly standard: bigint
  /** Limits for operators, so that no setting can lock users in. */
  readonly min: bigint
  readonly max: bigint
}

export const PARAMETERS: Readonly<Record<ParameterName, Parameter>> = {
  'withdrawal-daily-limit': {
    unit: 'USD',
    standard: WITHDRAWAL_DAILY_LIMIT_USD,
    min: 1_000n * WAD,
    max: 1_000_000n * WAD,
  },
  'withdrawal-minimum-dr': { unit: 'DR', standard: WITHDRAWAL_MINIMUM_DR, min: WAD, max: 1_000n * WAD },
  'withdrawal-minimum-usdt': {
    unit: 'USDT',
    standard: WITHDRAWAL_MINIMUM_USDT,
    min: WAD,
    max: 100n * WAD,
  },
  // The contract has the same minimum.
  'pod-power-minimum-dr': {
    unit: 'DR',
    standard: POD_POWER_MINIMUM_DR,
    min: POD_POWER_MINIMUM_DR,
    max: 10_000n * WAD,
  },
}

/**
 * Operations that one operator may stop and restart: vouchers of a kind, whole features, a vault's
 * withdrawals (1017). Stopped vouchers of sales and stopped features answer 1023. Issued vouchers, exits on
 * chain and growing liabilities cannot be stopped.
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

/** Features of one or more calls, refused as a whole (1023). */
export type Feature = Extract<Stoppable, 'collect' | 'transfer' | 'game'>
