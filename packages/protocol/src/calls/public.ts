/** Public data: encryption keys, configuration, and the state of the product. */
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
    /** The server's wall clock, by which devices with a wrong clock correct their timestamps. */
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
      /** Contract with the hashes of the weekly results. */
      ResultRegistry: addressSchema,
      /** Contract with the daily roots, which claims prove against. */
      RootRegistry: addressSchema,
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
    /** Own WalletConnect relay; null: WalletConnect's. */
    walletConnectRelayUrl: z.url({ protocol: /^wss?$/ }).nullable(),
    /** Only on the local chain: invite code of the first activated user, so that a newcomer can bind. */
    genesisInviteCode: z.string().nullable(),
    parameters: z.strictObject({
      withdrawalBurnBps: z.number().int(),
      withdrawalMinimum: z.strictObject({ DR: amountSchema, USDT: amountSchema }),
      withdrawalDailyLimitUsd: amountSchema,
      /** Minimum of the server's quotes for POD power; the contract's may be lower. */
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

/** Owner of a part of a vault's money: users, or a pool. */
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

/** Public comparison for a vault and a token: balance and liabilities. */
const reserveSchema = z.strictObject({
  vault: vaultIndexSchema,
  contract: addressSchema,
  token: payoutTokenSchema,
  /** Balance of the vault on chain at `blockNumber`. */
  reserve: amountSchema,
  /** Owed to users (available, held and locked) by the ledger at the same block. */
  owed: amountSchema,
  /** Amount in funded pools. */
  pools: amountSchema,
  blockNumber: blockNumberSchema,
  /** The vault issues no vouchers (1017): the reserve of one of its tokens is below the liabilities. */
  stopped: z.boolean(),
  /** `users` is `owed`; the rest is `pools` by the ledger's kinds of account (docs/chart-of-accounts.md). */
  parts: z.array(z.strictObject({ kind: reservePartSchema, amount: amountSchema })),
})

/** A reward stream with its funds and the end of its funding. It stops there. */
const fundingStreamSchema = z.strictObject({
  stream: z.enum(['emission', 'dividends', 'nodes', 'package']),
  /** For the stream `package` only. */
  packageId: z.number().int().positive().nullable(),
  token: tokenSchema,
  /** Not yet owed to users, base units. */
  amount: amountSchema,
  /** Null: no funds. */
  fundedUntil: unixSecondsSchema.nullable(),
})

/** A period in which a vault held less than it owed. */
export const shortfallSchema = z.strictObject({
  vault: vaultIndexSchema,
  token: payoutTokenSchema,
  since: unixSecondsSchema,
  sinceBlock: blockNumberSchema,
  /** Null while it lasts. */
  until: unixSecondsSchema.nullable(),
  /** Largest missing amount, base units. */
  worst: amountSchema,
})

/** Payment into a vault to cover existing liabilities; it creates none. */
const recapitalisationSchema = z.strictObject({
  vault: vaultIndexSchema,
  token: payoutTokenSchema,
  amount: amountSchema,
  /** Paying wallet. */
  source: addressSchema,
  at: unixSecondsSchema,
  txHash: hashSchema,
})

/** A token of fixed supply, which only burning reduces, by its own contract. */
const supplySchema = z.strictObject({
  token: z.enum(FIXED_SUPPLY_TOKENS),
  contract: addressSchema,
  /** Minted once, at deployment. */
  initial: amountSchema,
  /** `totalSupply` at `blockNumber`. */
  total: amountSchema,
  /** The difference: burned by anyone. */
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
       * Part of `released` that is owed to no account, since power is below its minimum. It is in the miner
       * vault, as the part `undistributed-emission` of its reserve.
       */
      undistributed: amountSchema,
      releasedUntil: unixSecondsSchema,
      releaseId: uintSchema,
      fundedUntil: unixSecondsSchema,
    }),
    /** DR's pool, and the days until its price halves if all earned DR were sold there. */
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
    /** The oracle's 30-minute averages at the clock's block; null: no price (30002). */
    prices: z.strictObject(tokenShape(PRICED_TOKENS, priceSchema.nullable())),
    /** Change of each pool's price within 24 hours, basis points; null: its history is shorter. */
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
