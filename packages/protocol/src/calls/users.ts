/** Calls under /api/v1/users (requirement §7). */
import * as z from 'zod'
import { defineCall, NOTHING } from '../call.ts'
import {
  accountIndexSchema,
  addressSchema,
  amountSchema,
  blockNumberSchema,
  bytesSchema,
  hexSchema,
  pageOf,
  pageRequestShape,
  productIdSchema,
  timeSchema,
  tokenSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'
import { voucherStatusSchema } from './voucher.ts'

export const inviteCodeSchema = z.string().regex(/^[A-HJ-NP-Z2-9]{8}$/)
/**
 * An inviter is named by code or by address (PRODUCT.md 9), in any case. What has not the form of either is taken for a
 * code that does not exist (10008), since a person typed it.
 */
export const inviterSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ id: 'Inviter', description: 'Invitation code, or address of the inviter' })

export const profileSchema = z
  .strictObject({
    address: addressSchema,
    inviteCode: inviteCodeSchema,
    inviter: addressSchema.nullable(),
    activated: z.boolean(),
    /** V0–V6 (PRODUCT.md 9). */
    level: z.number().int().min(0).max(6),
    node: z.boolean(),
    flags: z.strictObject({ paymentPassword: z.boolean(), email: z.boolean(), operator: z.boolean() }),
    registeredAt: timeSchema,
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profileSchema>

export const sessionSchema = z.strictObject({
  token: z.string(),
  expiresAt: timeSchema,
  profile: profileSchema,
})

const signInShape = { address: addressSchema, message: z.string().min(1).max(4_000), signature: bytesSchema }

export const getNonce = defineCall({
  name: 'getNonce',
  method: 'GET',
  path: '/api/v1/users/nonce/:address',
  access: 'public',
  tag: 'users',
  summary:
    'A single-use nonce for an EIP-4361 message, good for 5 minutes. For the zero address a random value that authenticates nothing.',
  params: z.strictObject({ address: addressSchema }),
  response: z.strictObject({ nonce: z.string(), expiresAt: timeSchema }),
})

export const login = defineCall({
  name: 'login',
  method: 'POST',
  path: '/api/v1/users/login',
  access: 'public',
  tag: 'users',
  summary:
    'Signs in with a signed EIP-4361 message. 10013 for an address that is not registered; the nonce then stays good for registering.',
  request: z.strictObject(signInShape),
  response: sessionSchema,
  errors: ['SIGN_IN_SIGNATURE_INVALID', 'USER_UNKNOWN'],
})

export const register = defineCall({
  name: 'register',
  method: 'POST',
  path: '/api/v1/users/register',
  access: 'public',
  tag: 'users',
  summary: 'Registers the signing address, binds the inviter when one is given, and signs in.',
  request: z.strictObject({ ...signInShape, inviteCode: inviterSchema.optional() }),
  response: sessionSchema,
  errors: [
    'SIGN_IN_SIGNATURE_INVALID',
    'ADDRESS_ALREADY_REGISTERED',
    'INVITER_NOT_A_USER',
    'INVITE_CODE_UNKNOWN',
    'INVITER_UNFIT',
    'INVITER_CHECK_FAILED',
  ],
})

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/api/v1/users/logout',
  access: 'session',
  tag: 'users',
  summary: 'Revokes the session that makes the call.',
  response: NOTHING,
})

export const getProfile = defineCall({
  name: 'getProfile',
  method: 'POST',
  path: '/api/v1/users/profile',
  access: 'session',
  tag: 'users',
  summary: 'Who is signed in.',
  response: profileSchema,
})

export const podPowerPurchaseSchema = z.strictObject({
  orderId: uuidSchema,
  drAmount: amountSchema,
  usdrAmount: amountSchema,
  power: amountSchema,
  at: unixSecondsSchema,
  txHash: hexSchema(32),
})

export const podPowerPurchase = defineCall({
  name: 'podPowerPurchase',
  method: 'POST',
  path: '/api/v1/users/pod-power-purchase',
  access: 'session',
  tag: 'users',
  summary:
    'With `inviteCode`: binds the inviter, once and for ever (relationSet). Without: lists POD power purchases.',
  request: z.union([z.strictObject({ inviteCode: inviterSchema }), z.strictObject(pageRequestShape)]),
  response: z.union([
    z.strictObject({ inviter: addressSchema, activated: z.literal(true) }),
    pageOf(podPowerPurchaseSchema),
  ]),
  // FORBIDDEN: another inviter is bound already; the same one again answers as the first time.
  errors: ['INVITER_NOT_A_USER', 'INVITE_CODE_UNKNOWN', 'INVITER_UNFIT', 'INVITER_CHECK_FAILED', 'FORBIDDEN'],
})

/** The customer's four states (requirement §4), derived and never stored (PRODUCT.md 6). */
export const machineStateSchema = z.enum(['not-activated', 'activated', 'producing', 'paused'])
export type MachineState = z.infer<typeof machineStateSchema>

export const miningInfo = defineCall({
  name: 'miningInfo',
  method: 'POST',
  path: '/api/v1/users/mining-info',
  access: 'session',
  tag: 'mining',
  summary: 'My machines by state, my power, what has accrued and how fast, and when it can be collected.',
  response: z.strictObject({
    machines: z.record(machineStateSchema, z.number().int().nonnegative()),
    /** Producing power in T. */
    power: z.number().int().nonnegative(),
    networkPower: z.number().int().nonnegative(),
    /** DR accrued and funded up to `asOf`, exact. */
    accrued: amountSchema,
    /** Time of the last final release: everything up to it is funded. */
    asOf: unixSecondsSchema,
    releaseId: uintSchema,
    /** At the present power; for showing only. */
    ratePerDay: amountSchema,
    collectedToday: amountSchema,
    collectedTotal: amountSchema,
    /** Null: may collect now. */
    nextCollectableAt: unixSecondsSchema.nullable(),
    /** The schedule releases nothing after this. */
    fundedUntil: unixSecondsSchema,
    /** The product's clock: last final block that was processed. */
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
  }),
})

export const collectMining = defineCall({
  name: 'collectMining',
  method: 'POST',
  path: '/api/v1/users/mining',
  access: 'activated',
  tag: 'mining',
  summary: 'Moves what has accrued into the miner account; at most once in 24 hours.',
  response: z.strictObject({
    amount: amountSchema,
    journalId: uintSchema,
    asOf: unixSecondsSchema,
    releaseId: uintSchema,
    nextCollectableAt: unixSecondsSchema,
  }),
  errors: ['NOT_COLLECTABLE_YET'],
})

export const machineSchema = z
  .strictObject({
    machineId: uintSchema,
    productId: z.string(),
    name: z.string(),
    tier: z.number().int().min(1).max(9),
    /** In T. */
    power: z.number().int().positive(),
    state: machineStateSchema,
    boughtAt: unixSecondsSchema,
    /** Null: no period paid yet. */
    paidUntil: unixSecondsSchema.nullable(),
    lifeEnd: unixSecondsSchema,
    /** Electricity periods that may still be bought before the life ends. */
    periodsLeft: z.number().int().nonnegative(),
    txHash: hexSchema(32),
  })
  .meta({ id: 'Machine' })
export type Machine = z.infer<typeof machineSchema>

export const miningDetail = defineCall({
  name: 'miningDetail',
  method: 'POST',
  path: '/api/v1/users/mining-detail',
  access: 'session',
  tag: 'mining',
  summary: 'The backpack: my machines, newest first.',
  request: z.strictObject({
    ...pageRequestShape,
    state: machineStateSchema.optional(),
    productId: productIdSchema.optional(),
  }),
  response: pageOf(machineSchema),
})

const daySchema = z.iso.date()

export const miningStats = defineCall({
  name: 'miningStats',
  method: 'POST',
  path: '/api/v1/users/mining-stats',
  access: 'session',
  tag: 'mining',
  summary: 'What I mined and collected, day by day (UTC), at most 366 days, oldest first.',
  request: z.strictObject({ from: daySchema.optional(), to: daySchema.optional() }),
  response: z.strictObject({
    days: z.array(
      z.strictObject({
        day: daySchema,
        mined: amountSchema,
        collected: amountSchema,
        /** Producing power at the day's end, in T. */
        power: z.number().int().nonnegative(),
      }),
    ),
  }),
})

/** Where money came from: every reward row names its funding (PRODUCT.md 1). */
export const sourceSchema = z.strictObject({
  kind: z.enum(['emission', 'order', 'chain', 'operator', 'none']),
  /** Release id, order id or transaction hash, as the kind says. */
  reference: z.string().nullable(),
})

export const fundFlowKindSchema = z.enum([
  'mining.collect',
  'withdrawal.hold',
  'withdrawal.paid',
  'withdrawal.burned',
  'withdrawal.released',
])

export const fundFlowSchema = z.strictObject({
  id: uintSchema,
  journalId: uintSchema,
  at: timeSchema,
  account: accountIndexSchema,
  token: tokenSchema,
  kind: fundFlowKindSchema,
  direction: z.enum(['in', 'out']),
  amount: amountSchema,
  source: sourceSchema,
  orderId: uuidSchema.nullable(),
  txHash: hexSchema(32).nullable(),
})
export type FundFlow = z.infer<typeof fundFlowSchema>

export const fundFlows = defineCall({
  name: 'fundFlows',
  method: 'POST',
  path: '/api/v1/users/fund-flows',
  access: 'session',
  tag: 'accounts',
  summary:
    'My ledger lines with their provenance, newest first; balances of my accounts come with the first page.',
  request: z.strictObject({
    ...pageRequestShape,
    account: accountIndexSchema.optional(),
    token: tokenSchema.optional(),
    kind: fundFlowKindSchema.optional(),
    from: timeSchema.optional(),
    to: timeSchema.optional(),
  }),
  response: z.strictObject({
    items: z.array(fundFlowSchema),
    nextCursor: z.string().nullable(),
    balances: z.array(
      z.strictObject({
        account: accountIndexSchema,
        token: tokenSchema,
        available: amountSchema,
        held: amountSchema,
      }),
    ),
  }),
})

export const withdrawalSchema = z
  .strictObject({
    orderId: uuidSchema,
    account: accountIndexSchema,
    token: z.enum(['DR', 'USDT']),
    amount: amountSchema,
    burnAmount: amountSchema,
    received: amountSchema,
    status: voucherStatusSchema,
    createdAt: timeSchema,
    deadline: unixSecondsSchema,
    digest: hexSchema(32),
    nonce: uintSchema,
    contract: addressSchema,
    txHash: hexSchema(32).nullable(),
    blockNumber: blockNumberSchema.nullable(),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.infer<typeof withdrawalSchema>

export const withdrawalDetail = defineCall({
  name: 'withdrawalDetail',
  method: 'POST',
  path: '/api/v1/users/withdrawal-detail',
  access: 'session',
  tag: 'withdrawal',
  summary: 'My withdrawals and their states, newest first, or the one of `orderId`.',
  request: z.strictObject({ ...pageRequestShape, orderId: uuidSchema.optional() }),
  response: pageOf(withdrawalSchema),
})
