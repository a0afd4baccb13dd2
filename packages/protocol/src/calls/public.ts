/** What anyone may read: the keys that encrypt requests, the configuration, and the state of the product. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { LOCALES } from '../constants.ts'
import {
  addressSchema,
  amountSchema,
  blockNumberSchema,
  hashSchema,
  payoutTokenSchema,
  priceSchema,
  tokenSchema,
  tokenShape,
  uintSchema,
  unixSecondsSchema,
  vaultIndexSchema,
} from '../schemas.ts'
import { FIXED_SUPPLY_TOKENS, PRICED_TOKENS, TOKENS } from '../tokens.ts'

export const publicKeys = defineCall({
  name: 'publicKeys',
  method: 'GET',
  path: '/api/v1/public/keys',
  access: 'public',
  limit: 'call',
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
  limit: 'call',
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
      /** By account: 0 miner, 1 deflation, 2 node. */
      withdrawalVaults: z.tuple([addressSchema, addressSchema, addressSchema]),
      Exchange: addressSchema,
      Funding: addressSchema,
      /** Where the hashes of the weekly results are. */
      ResultRegistry: addressSchema,
      /** The digit draw; unused while the feature is off. */
      DigitDraw: addressSchema,
      Emission: addressSchema,
      PriceOracle: addressSchema,
      ...tokenShape(TOKENS, addressSchema),
      timelock: addressSchema,
      treasury: addressSchema,
      /** Each priced token's pool with USDT. */
      pairs: z.strictObject(tokenShape(PRICED_TOKENS, addressSchema)),
    }),
    startBlock: blockNumberSchema,
    features: z.strictObject({ faucet: z.boolean(), game: z.boolean(), email: z.boolean() }),
    walletConnectProjectId: z.string().nullable(),
    /** A WalletConnect relay of one's own; null: WalletConnect's. */
    walletConnectRelayUrl: z.url({ protocol: /^wss?$/ }).nullable(),
    /** Only on the local chain: the first activated user's code, so that a newcomer can bind. */
    genesisInviteCode: z.string().nullable(),
    parameters: z.strictObject({
      withdrawalBurnBps: z.number().int(),
      withdrawalMinimum: z.strictObject({ DR: amountSchema, USDT: amountSchema }),
      withdrawalDailyLimitUsd: amountSchema,
      /** What the server quotes POD power for; the contract's own floor may be lower. */
      podPowerMinimumDr: amountSchema,
      electricityFee: amountSchema,
      electricityPeriodDays: z.number().int(),
      collectIntervalSeconds: z.number().int(),
      voucherLifetimeSeconds: z.number().int(),
      swapVoucherLifetimeSeconds: z.number().int(),
    }),
    locales: z.array(z.enum(LOCALES)),
  }),
})

/** Whom a vault's money is owed to: users, or which pool holds it until it is someone's. */
const reservePartSchema = z.enum([
  'users',
  'emission-pool',
  'undistributed-emission',
  'dividend-pool',
  'dividends-payable',
  'node-pool',
  'package-budget',
  'package-committed',
  'suspense',
  'opening',
])

/** One line of the comparison everyone can check: what the vault holds, what the ledger owes from it. */
const reserveSchema = z.strictObject({
  vault: vaultIndexSchema,
  contract: addressSchema,
  token: payoutTokenSchema,
  /** Balance of the vault on chain at `blockNumber`. */
  reserve: amountSchema,
  /** Owed to users from it (available, held and locked) by the ledger at the same block. */
  owed: amountSchema,
  /** In funded pools not yet anyone's. */
  pools: amountSchema,
  blockNumber: blockNumberSchema,
  /**
   * The vault issues no vouchers (1017): of this token or its other one, the reserve is below what is owed.
   */
  stopped: z.boolean(),
  /** `users` is `owed`; the rest is `pools` by the ledger's kinds of account (docs/chart-of-accounts.md). */
  parts: z.array(z.strictObject({ kind: reservePartSchema, amount: amountSchema })),
})

/** A stream of rewards: what is there for it, and until when it is funded. It stops there. */
const fundingStreamSchema = z.strictObject({
  stream: z.enum(['emission', 'dividends', 'nodes', 'package']),
  /** Of `package` alone. */
  packageId: z.number().int().positive().nullable(),
  token: tokenSchema,
  /** Not anyone's yet, base units. */
  amount: amountSchema,
  /** Null: nothing is there to be paid. */
  fundedUntil: unixSecondsSchema.nullable(),
})

/** A time in which a vault held less than was owed from it. */
export const shortfallSchema = z.strictObject({
  vault: vaultIndexSchema,
  token: payoutTokenSchema,
  since: unixSecondsSchema,
  sinceBlock: blockNumberSchema,
  /** Null while it lasts. */
  until: unixSecondsSchema.nullable(),
  /** The maximum that was missing, base units. */
  worst: amountSchema,
})

/** What was put into a vault to cover what was owed from it already: it adds to nothing that is owed. */
const recapitalisationSchema = z.strictObject({
  vault: vaultIndexSchema,
  token: payoutTokenSchema,
  amount: amountSchema,
  /** The wallet it came from. */
  source: addressSchema,
  at: unixSecondsSchema,
  txHash: hashSchema,
})

/** A token of a fixed supply that only falls, by its own contract. */
const supplySchema = z.strictObject({
  token: z.enum(FIXED_SUPPLY_TOKENS),
  contract: addressSchema,
  /** Minted once, at deployment. */
  initial: amountSchema,
  /** `totalSupply` at `blockNumber`. */
  total: amountSchema,
  /** The difference: burned by anyone, for whatever. */
  burned: amountSchema,
  blockNumber: blockNumberSchema,
})

export const overview = defineCall({
  name: 'overview',
  method: 'GET',
  path: '/api/v1/public/overview',
  access: 'public',
  limit: 'call',
  tag: 'public',
  summary: 'The state of the system: clock, emission, network power, reserves and what is owed.',
  response: z.strictObject({
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
    networkPower: z.number().int().nonnegative(),
    machines: z.number().int().nonnegative(),
    emission: z.strictObject({
      perDay: amountSchema,
      released: amountSchema,
      /**
       * Of `released`, what no account is owed: power that is missing to the floor would have earned it. It
       * is in the miner vault, as the part `undistributed-emission` of its reserve.
       */
      undistributed: amountSchema,
      releasedUntil: unixSecondsSchema,
      releaseId: uintSchema,
      fundedUntil: unixSecondsSchema,
    }),
    /** What DR's pool holds, and the days until its price is half if everything earned were sold there. */
    drPool: z.strictObject({
      dr: amountSchema,
      usdt: amountSchema,
      /** Null: nothing is earned. */
      daysUntilHalfPrice: z.number().int().nonnegative().nullable(),
    }),
    /** Burned through the product, by final events: the sums of `burnedFor`. */
    burned: z.strictObject(tokenShape(FIXED_SUPPLY_TOKENS, amountSchema)),
    burnedFor: z.array(
      z.strictObject({
        token: z.enum(FIXED_SUPPLY_TOKENS),
        cause: z.enum(['machines', 'electricity', 'withdrawals', 'pod-power']),
        amount: amountSchema,
      }),
    ),
    supplies: z.array(supplySchema),
    /** The oracle's 30-minute averages at the clock's block; null where it gives none (30002). */
    prices: z.strictObject(tokenShape(PRICED_TOKENS, priceSchema.nullable())),
    /**
     * Change of each pool's own price within the last 24 hours, basis points; null: its history is not that
     * long.
     */
    dayChangeBps: z.strictObject(tokenShape(PRICED_TOKENS, z.number().int().nullable())),
    reserves: z.array(reserveSchema),
    /** Newest first, at most 20. */
    shortfalls: z.array(shortfallSchema),
    /** Newest first, at most 20. */
    recapitalisations: z.array(recapitalisationSchema).optional(),
    funding: z.array(fundingStreamSchema),
    /** By UTC day, oldest first, at most 90. */
    history: z
      .array(
        z.strictObject({
          day: z.iso.date(),
          released: amountSchema,
          burnedDR: amountSchema,
          burnedDRGV: amountSchema,
        }),
      )
      .optional(),
  }),
  errors: ['NO_PRICE'],
})
