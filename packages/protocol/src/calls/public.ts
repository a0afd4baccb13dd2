/** What anybody may read: the keys that encrypt requests, the configuration, and the state of the house. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { LOCALES } from '../constants.ts'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  tokenSchema,
  uintSchema,
  unixSecondsSchema,
} from '../schemas.ts'

export const publicKeys = defineCall({
  name: 'publicKeys',
  method: 'GET',
  path: '/api/v1/public/keys',
  access: 'public',
  tag: 'public',
  summary:
    'RSA-2048 public keys for the request envelope, the one to use first; more than one while they rotate.',
  response: z.strictObject({
    keys: z.array(
      z.strictObject({
        keyId: z.string(),
        /** SubjectPublicKeyInfo, base64. */
        spki: z.string(),
      }),
    ),
    /** The server's wall clock, so that a device whose clock is wrong can correct its timestamps. */
    serverTime: z.number().int(),
  }),
})

export const publicConfig = defineCall({
  name: 'publicConfig',
  method: 'GET',
  path: '/api/v1/public/config',
  access: 'public',
  tag: 'public',
  summary: 'Chain, contract addresses, features and parameters.',
  response: z.strictObject({
    appVersion: z.string(),
    chain: z.strictObject({
      chainId: z.number().int().positive(),
      name: z.string(),
      rpcUrls: z.array(z.url()).min(1),
      explorerUrl: z.url().nullable(),
      nativeCurrency: z.strictObject({ name: z.string(), symbol: z.string(), decimals: z.literal(18) }),
    }),
    contracts: z.strictObject({
      DigitalRights: addressSchema,
      withdrawalVaults: z.array(addressSchema),
      Emission: addressSchema,
      PriceOracle: addressSchema,
      USDT: addressSchema,
      USDR: addressSchema,
      DR: addressSchema,
      DRGV: addressSchema,
      timelock: addressSchema,
      treasury: addressSchema,
      pairs: z.strictObject({ DR: addressSchema, DRGV: addressSchema }),
    }),
    startBlock: blockNumberSchema,
    features: z.strictObject({ faucet: z.boolean(), game: z.boolean() }),
    walletConnectProjectId: z.string().nullable(),
    /** Only on the local chain: the first activated user's code, so that a newcomer can bind. */
    genesisInviteCode: z.string().nullable(),
    parameters: z.strictObject({
      withdrawalBurnBps: z.number().int(),
      withdrawalMinimum: z.strictObject({ DR: amountSchema, USDT: amountSchema }),
      withdrawalDailyLimitUsd: amountSchema,
      electricityFee: amountSchema,
      electricityPeriodDays: z.number().int(),
      collectIntervalSeconds: z.number().int(),
      voucherLifetimeSeconds: z.number().int(),
    }),
    locales: z.array(z.enum(LOCALES)),
  }),
})

/** One line of the comparison everybody can check: what the vault holds, what the ledger owes from it. */
export const reserveSchema = z.strictObject({
  vault: z.number().int().min(0).max(2),
  contract: addressSchema,
  token: tokenSchema,
  /** Balance of the vault on chain at `blockNumber`. */
  reserve: amountSchema,
  /** Owed to users from it (available and held) by the ledger at the same block. */
  owed: amountSchema,
  /** In funded pools not yet anybody's. */
  pools: amountSchema,
  blockNumber: blockNumberSchema,
})

export const overview = defineCall({
  name: 'overview',
  method: 'GET',
  path: '/api/v1/public/overview',
  access: 'public',
  tag: 'public',
  summary: 'The state of the house: clock, emission, network power, reserves against what is owed.',
  response: z.strictObject({
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
    networkPower: z.number().int().nonnegative(),
    machines: z.number().int().nonnegative(),
    emission: z.strictObject({
      perDay: amountSchema,
      released: amountSchema,
      releasedUntil: unixSecondsSchema,
      releaseId: uintSchema,
      fundedUntil: unixSecondsSchema,
    }),
    burned: z.strictObject({ DR: amountSchema, DRGV: amountSchema }),
    reserves: z.array(reserveSchema),
  }),
  errors: ['NO_PRICE'],
})
