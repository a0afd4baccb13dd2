/**
 * Calls of the local chain (`npm start`): test money and a mailbox, so that a newcomer can try everything.
 * Never part of a production build.
 */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { addressSchema, amountSchema, hexSchema, timeSchema } from '../schemas.ts'
import { FAUCET_TOKENS } from '../tokens.ts'
import { emailSchema } from './security.ts'

const faucet = defineCall({
  name: 'faucet',
  method: 'POST',
  path: '/api/v1/local/faucet',
  access: 'public',
  limit: 'quote',
  tag: 'local',
  summary: 'Sends test tokens and gas to an address on the local chain.',
  request: z.strictObject({ address: addressSchema }),
  response: z.strictObject({
    sent: z.array(
      z.strictObject({
        token: z.enum(['BNB', ...FAUCET_TOKENS]),
        amount: amountSchema,
        txHash: hexSchema(32),
      }),
    ),
  }),
})

const mailbox = defineCall({
  name: 'mailbox',
  method: 'POST',
  path: '/api/v1/local/mailbox',
  access: 'public',
  limit: 'call',
  tag: 'local',
  summary:
    'The emails that this server wrote to an address since it started, newest first. It delivers none of them.',
  request: z.strictObject({ email: emailSchema }),
  response: z.strictObject({
    letters: z.array(z.strictObject({ sentAt: timeSchema, subject: z.string(), text: z.string() })),
  }),
})

const network = defineCall({
  name: 'network',
  method: 'GET',
  path: '/api/v1/local/network',
  access: 'public',
  limit: 'call',
  tag: 'local',
  summary: 'What a script did on this local demo network before it was first served.',
  response: z.strictObject({
    /** Null: no generated history. */
    history: z
      .strictObject({
        accounts: z.number().int().positive(),
        days: z.number().int().positive(),
        /** Public private key of one of the accounts, which the app offers as a wallet: test money only. */
        memberKey: hexSchema(32),
      })
      .nullable(),
  }),
})

/**
 * Added only by the local set-up (`tools/dev/`); separate from `CALLS`, so that no other build contains
 * them.
 */
export const LOCAL_CALLS = { faucet, mailbox, network } as const
export type LocalCall = (typeof LOCAL_CALLS)[keyof typeof LOCAL_CALLS]
