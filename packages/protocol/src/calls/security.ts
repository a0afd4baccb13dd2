/**
 * Payment password and e-mail (docs/product.md 10; ADR 0021). The requirement has none of these calls, but
 * their errors (1011, 1013, 1014), countdown and length of the code.
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { CODE_LENGTH, LOCALES } from '../constants.ts'
import { bytesSchema, timeSchema, unixSecondsSchema, uuidSchema } from '../schemas.ts'

const sixDigits = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`))
export const paymentPasswordSchema = sixDigits.meta({ id: 'PaymentPassword', description: 'Six digits' })
const emailCodeSchema = sixDigits.meta({ id: 'EmailCode', description: 'Six digits, sent by e-mail' })
/** Compared and stored in lower case. */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email()).meta({ id: 'Email' })

/** Order of one wallet signature (protocol/account-typed-data). */
export const signingOrderSchema = z.strictObject({ orderId: uuidSchema, deadline: unixSecondsSchema })

const codeStateShape = {
  /** Earliest time of the next code; null: now. */
  nextCodeAt: timeSchema.nullable(),
  /** Remaining codes of the five within 24 hours. */
  codesLeft: z.number().int().nonnegative(),
}

export const securityState = defineCall({
  name: 'securityState',
  method: 'POST',
  path: '/api/v1/users/security',
  access: 'session',
  limit: 'call',
  tag: 'security',
  summary: 'My email, whether a payment password is set, and what I can do next, and when.',
  response: z.strictObject({
    /** Null: none is bound. */
    email: z.string().nullable(),
    paymentPassword: z.boolean(),
    paymentPasswordSince: timeSchema.nullable(),
    /** Remaining wrong payment passwords until a block that ends at `triesResetAt`. */
    triesLeft: z.number().int().nonnegative(),
    triesResetAt: timeSchema.nullable(),
    /** Earliest reset after the e-mail was replaced; null: now. */
    resetAllowedAt: timeSchema.nullable(),
    ...codeStateShape,
  }),
})

/** Language of the e-mail; default: the app's first. */
const letterShape = { locale: z.enum(LOCALES).optional() }

export const emailCode = defineCall({
  name: 'emailCode',
  method: 'POST',
  path: '/api/v1/users/email-code',
  access: 'session',
  limit: 'quote',
  // Each request sends an e-mail.
  ownLimits: { perAddress: { max: 30, perSeconds: 3_600 } },
  tag: 'security',
  summary:
    'Sends a 6-digit code, valid for 10 minutes: to the email that is to be bound, or to the bound one for the payment password. 60 s between two, five a day; 30003 before.',
  request: z.discriminatedUnion('purpose', [
    z.strictObject({ purpose: z.literal('bind-email'), email: emailSchema, ...letterShape }),
    z.strictObject({ purpose: z.literal('payment-password'), ...letterShape }),
  ]),
  response: z.strictObject({ sentTo: z.string(), expiresAt: timeSchema, ...codeStateShape }),
  // FORBIDDEN: no e-mail is bound; FEATURE_OFF: this server sends no e-mail.
  errors: ['FORBIDDEN', 'FEATURE_OFF'],
})

export const signingRequest = defineCall({
  name: 'signingRequest',
  method: 'POST',
  path: '/api/v1/users/signing-request',
  access: 'session',
  limit: 'quote',
  tag: 'security',
  summary: 'An order id and a deadline for the wallet to sign: to bind an email, or to reset the password.',
  request: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('bind-email'), email: emailSchema }),
    z.strictObject({ action: z.literal('reset-password') }),
  ]),
  response: signingOrderSchema,
})

export const bindEmail = defineCall({
  name: 'bindEmail',
  method: 'POST',
  path: '/api/v1/users/bind-email',
  access: 'session',
  limit: 'quote',
  tag: 'security',
  summary:
    'Binds the email, or replaces it: with the code sent to it, and the wallet’s signature of `BindEmail`.',
  request: z.strictObject({ email: emailSchema, emailCode: emailCodeSchema, signature: bytesSchema }),
  response: z.strictObject({ email: z.string() }),
  errors: ['EMAIL_CODE_INVALID', 'SIGNATURE_INVALID'],
})

export const setPaymentPassword = defineCall({
  name: 'setPaymentPassword',
  method: 'POST',
  path: '/api/v1/users/payment-password',
  access: 'session',
  limit: 'quote',
  tag: 'security',
  summary:
    'Sets the payment password, or with `oldPassword` changes it, with a code sent to the bound email. 1013: the old one is wrong, or missing; 1014: there is none to change.',
  request: z.strictObject({
    password: paymentPasswordSchema,
    oldPassword: paymentPasswordSchema.optional(),
    emailCode: emailCodeSchema,
  }),
  response: z.strictObject({ paymentPassword: z.literal(true) }),
  errors: ['EMAIL_CODE_INVALID', 'OLD_PASSWORD_WRONG', 'PAYMENT_PASSWORD_NOT_SET', 'FORBIDDEN'],
})

export const resetPaymentPassword = defineCall({
  name: 'resetPaymentPassword',
  method: 'POST',
  path: '/api/v1/users/payment-password-reset',
  access: 'session',
  limit: 'quote',
  tag: 'security',
  summary:
    'A new payment password in place of a forgotten one: with a code sent to the bound email, and the wallet’s signature of `ResetPaymentPassword`.',
  request: z.strictObject({
    password: paymentPasswordSchema,
    emailCode: emailCodeSchema,
    signature: bytesSchema,
  }),
  response: z.strictObject({ paymentPassword: z.literal(true) }),
  // FORBIDDEN: the e-mail was replaced less than a day ago.
  errors: ['EMAIL_CODE_INVALID', 'SIGNATURE_INVALID', 'PAYMENT_PASSWORD_NOT_SET', 'FORBIDDEN'],
})
