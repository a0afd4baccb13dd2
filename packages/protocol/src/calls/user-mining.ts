/** The user's own mining, under /api/v1/users (requirement §7). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import {
  amountSchema,
  blockNumberSchema,
  hashSchema,
  hexSchema,
  pageOf,
  pageRequestShape,
  productIdSchema,
  uintSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'

/** The requirement's four states (§4), derived and never stored (docs/product.md 6). */
const machineStateSchema = z.enum(['not-activated', 'activated', 'producing', 'paused'])
export type MachineState = z.infer<typeof machineStateSchema>

export const miningInfo = defineCall({
  name: 'miningInfo',
  method: 'POST',
  path: '/api/v1/users/mining-info',
  access: 'session',
  limit: 'call',
  tag: 'mining',
  summary: 'My machines by state, my power, what has accrued and how fast, and when it can be collected.',
  response: z.strictObject({
    machines: z.record(machineStateSchema, z.number().int().nonnegative()),
    /** Machines bought by product, as counted against the limit per user. */
    bought: z.array(z.strictObject({ productId: z.string(), count: z.number().int().positive() })),
    /** Producing power in T. */
    power: z.number().int().nonnegative(),
    networkPower: z.number().int().nonnegative(),
    /** Exact DR accrued and funded up to `asOf`. */
    accrued: amountSchema,
    /** Time of the last final release: everything up to it is funded. */
    asOf: unixSecondsSchema,
    releaseId: uintSchema,
    /** At the present power; for display only. */
    ratePerDay: amountSchema,
    collectedToday: amountSchema,
    collectedTotal: amountSchema,
    /** Reason why it cannot be collected now; null: it can. */
    notCollectable: z.enum(['interval', 'below-minimum']).nullable(),
    /** Estimate at the present rate; null: now, after the next release, or never at this rate. */
    nextCollectableAt: unixSecondsSchema.nullable(),
    /** End of the emission schedule. */
    fundedUntil: unixSecondsSchema,
    /** The product's clock: last processed final block. */
    clock: z.strictObject({ blockNumber: blockNumberSchema, timestamp: unixSecondsSchema }),
  }),
})

export const collectMining = defineCall({
  name: 'collectMining',
  method: 'POST',
  path: '/api/v1/users/mining',
  access: 'activated',
  limit: 'call',
  tag: 'mining',
  summary: 'Moves what has accrued into the miner account; from 0.1 DR on, at most once an hour.',
  feature: 'collect',
  response: z.strictObject({
    amount: amountSchema,
    journalId: uintSchema,
    asOf: unixSecondsSchema,
    releaseId: uintSchema,
    /** Estimate at the present rate; null: never at this rate. */
    nextCollectableAt: unixSecondsSchema.nullable(),
  }),
  errors: ['NOT_COLLECTABLE_YET'],
})

const machineSchema = z
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
  limit: 'call',
  tag: 'mining',
  summary: 'The backpack: my machines, newest first.',
  request: z.strictObject({
    ...pageRequestShape,
    state: machineStateSchema.optional(),
    productId: productIdSchema.optional(),
  }),
  response: pageOf(machineSchema),
})

const machinePurchaseSchema = z
  .strictObject({
    orderId: uuidSchema,
    productId: z.string(),
    name: z.string(),
    tier: z.number().int().min(1).max(9),
    machineCount: z.number().int().positive(),
    /** Power of one machine, in T. */
    power: z.number().int().positive(),
    /** Sum for all machines, base units. */
    usdtPaid: amountSchema,
    drgvBurned: amountSchema,
    at: unixSecondsSchema,
    lifeEnd: unixSecondsSchema,
    txHash: hashSchema,
  })
  .meta({ id: 'MachinePurchase' })
export type MachinePurchase = z.infer<typeof machinePurchaseSchema>

/** Not in the requirement's table (ADR 0006): its Backpack has records, but no call for them. */
export const machinePurchases = defineCall({
  name: 'machinePurchases',
  method: 'POST',
  path: '/api/v1/users/machine-purchases',
  access: 'session',
  limit: 'call',
  tag: 'mining',
  summary: 'My purchases of machines that are final, newest first: product, count, what was paid and burned.',
  request: z.strictObject(pageRequestShape),
  response: pageOf(machinePurchaseSchema),
})

const electricityPaymentSchema = z
  .strictObject({
    /** Generated id for a payment without a voucher (`renew`), which has no order. */
    orderId: uuidSchema,
    /** Number of paid machines by product. */
    machines: z
      .array(
        z.strictObject({
          productId: z.string(),
          name: z.string(),
          tier: z.number().int().min(1).max(9),
          count: z.number().int().positive(),
        }),
      )
      .min(1),
    /** Number of 30-day periods for each machine. */
    periods: z.number().int().positive(),
    /** Base units. */
    drgvBurned: amountSchema,
    at: unixSecondsSchema,
    txHash: hashSchema,
  })
  .meta({ id: 'ElectricityPayment' })
export type ElectricityPayment = z.infer<typeof electricityPaymentSchema>

/** Not in the requirement's table, as above. */
export const electricityPayments = defineCall({
  name: 'electricityPayments',
  method: 'POST',
  path: '/api/v1/users/electricity-payments',
  access: 'session',
  limit: 'call',
  tag: 'mining',
  summary: 'My payments of electricity that are final, newest first: machines, periods, what was burned.',
  request: z.strictObject(pageRequestShape),
  response: pageOf(electricityPaymentSchema),
})

const daySchema = z.iso.date()

export const miningStats = defineCall({
  name: 'miningStats',
  method: 'POST',
  path: '/api/v1/users/mining-stats',
  access: 'session',
  limit: 'call',
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
