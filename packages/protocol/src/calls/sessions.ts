/** The user's sessions, and ending them (docs/product.md 11). */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { timeSchema, uintSchema } from '../schemas.ts'

const sessionInfoSchema = z
  .strictObject({
    sessionId: uintSchema,
    createdAt: timeSchema,
    expiresAt: timeSchema,
    /** Browser and system from the user agent: `Chrome · Android`; null: unknown. */
    device: z.string().nullable(),
    /** Session of this request. */
    current: z.boolean(),
  })
  .meta({ id: 'SessionInfo' })
export type SessionInfo = z.infer<typeof sessionInfoSchema>

export const listSessions = defineCall({
  name: 'listSessions',
  method: 'POST',
  path: '/api/v1/users/sessions',
  access: 'session',
  limit: 'call',
  tag: 'users',
  summary: 'My active sessions (ten at most), newest first.',
  response: z.strictObject({ items: z.array(sessionInfoSchema) }),
})

export const revokeSessions = defineCall({
  name: 'revokeSessions',
  method: 'POST',
  path: '/api/v1/users/sessions-revoke',
  access: 'session',
  limit: 'call',
  tag: 'users',
  summary: 'Ends one of my sessions, or all except the caller’s: they get 1007.',
  request: z.union([z.strictObject({ sessionId: uintSchema }), z.strictObject({ others: z.literal(true) })]),
  response: z.strictObject({ revoked: z.number().int().nonnegative() }),
})
