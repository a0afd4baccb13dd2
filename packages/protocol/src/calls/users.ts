/** Calls under /api/v1/users (requirement §7): sign-in, profile, inviter. */
import * as z from 'zod'
import { defineCall, NOTHING } from '../call.ts'
import {
  accountBlockSchema,
  addressSchema,
  amountSchema,
  bytesSchema,
  hexSchema,
  pageOf,
  pageRequestShape,
  timeSchema,
  unixSecondsSchema,
  uuidSchema,
} from '../schemas.ts'

const inviteCodeSchema = z.string().regex(/^[A-HJ-NP-Z2-9]{8}$/)
/**
 * Inviter by code or by address (docs/product.md 9), in any case. Other text counts as an unknown code
 * (10008), since people type it.
 */
const inviterSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ id: 'Inviter', description: 'Invitation code, or address of the inviter' })

export const getInviter = defineCall({
  name: 'getInviter',
  method: 'GET',
  path: '/api/v1/public/inviter',
  access: 'public',
  limit: 'call',
  // A person reads one or two inviters; a client with more requests is guessing names.
  ownLimits: { perAddress: { max: 60, perSeconds: 60 } },
  tag: 'users',
  summary:
    'Whose invitation it is: the address and the code of the activated user that `name` (code or address) names. Null: no user who can be bound has that name, registered or not.',
  request: z.strictObject({ name: inviterSchema }),
  response: z.strictObject({
    inviter: z.strictObject({ address: addressSchema, inviteCode: inviteCodeSchema }).nullable(),
  }),
})

const profileSchema = z
  .strictObject({
    address: addressSchema,
    inviteCode: inviteCodeSchema,
    inviter: addressSchema.nullable(),
    activated: z.boolean(),
    /** V0–V6 (docs/product.md 9). */
    level: z.number().int().min(0).max(6),
    node: z.boolean(),
    flags: z.strictObject({ paymentPassword: z.boolean(), email: z.boolean(), operator: z.boolean() }),
    /** Absent: not blocked. */
    blocked: accountBlockSchema.optional(),
    registeredAt: timeSchema,
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profileSchema>

const sessionSchema = z.strictObject({
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
  limit: 'sign-in',
  tag: 'users',
  summary:
    'A single-use nonce for an EIP-4361 message, valid for 5 minutes. For the zero address a random value that authenticates nothing.',
  params: z.strictObject({ address: addressSchema }),
  response: z.strictObject({ nonce: z.string(), expiresAt: timeSchema }),
})

export const login = defineCall({
  name: 'login',
  method: 'POST',
  path: '/api/v1/users/login',
  access: 'public',
  limit: 'sign-in',
  // A contract wallet's signature is verified on chain.
  ownLimits: { perAddress: { max: 30, perSeconds: 60 } },
  tag: 'users',
  summary:
    'Signs in with a signed EIP-4361 message. 10013 for an address that is not registered; the nonce can then still be used for registering.',
  request: z.strictObject(signInShape),
  response: sessionSchema,
  errors: ['SIGN_IN_SIGNATURE_INVALID', 'USER_UNKNOWN'],
})

export const register = defineCall({
  name: 'register',
  method: 'POST',
  path: '/api/v1/users/register',
  access: 'public',
  limit: 'sign-in',
  ownLimits: { perAddress: { max: 20, perSeconds: 60 } },
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
  limit: 'call',
  tag: 'users',
  summary: 'Revokes the session that makes the call.',
  response: NOTHING,
})

export const getProfile = defineCall({
  name: 'getProfile',
  method: 'POST',
  path: '/api/v1/users/profile',
  access: 'session',
  limit: 'call',
  tag: 'users',
  summary: 'Who is signed in.',
  response: profileSchema,
})

export const podPowerPurchaseSchema = z
  .strictObject({
    orderId: uuidSchema,
    /** Burned. */
    drAmount: amountSchema,
    /** Paid to the treasury. */
    usdrAmount: amountSchema,
    /**
     * POD units obtained, 18 decimals, and the part that dividends have consumed (the oldest purchase
     * first).
     */
    power: amountSchema,
    consumed: amountSchema,
    /** USDT for one DR at the purchase, 18 decimals. */
    drPrice: amountSchema,
    at: unixSecondsSchema,
    txHash: hexSchema(32),
  })
  .meta({ id: 'PodPowerPurchase' })
export type PodPowerPurchase = z.infer<typeof podPowerPurchaseSchema>

export const podPowerPurchase = defineCall({
  name: 'podPowerPurchase',
  method: 'POST',
  path: '/api/v1/users/pod-power-purchase',
  access: 'session',
  limit: 'call',
  tag: 'users',
  summary:
    'With `inviteCode`: binds the inviter, once and permanently (relationSet). Without: lists POD power purchases.',
  request: z.union([z.strictObject({ inviteCode: inviterSchema }), z.strictObject(pageRequestShape)]),
  response: z.union([
    z.strictObject({ inviter: addressSchema, activated: z.literal(true) }),
    pageOf(podPowerPurchaseSchema),
  ]),
  // FORBIDDEN: another inviter is already bound; the same one answers as the first time.
  errors: ['INVITER_NOT_A_USER', 'INVITE_CODE_UNKNOWN', 'INVITER_UNFIT', 'INVITER_CHECK_FAILED', 'FORBIDDEN'],
})
