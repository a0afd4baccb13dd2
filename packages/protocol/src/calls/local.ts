/** Only on the local chain (`npm start`): test money, so that a newcomer can try everything. Never part of a production build. */
import * as z from 'zod'
import { defineCall } from '../call.ts'
import { addressSchema, amountSchema, hexSchema } from '../schemas.ts'

export const faucet = defineCall({
  name: 'faucet',
  method: 'POST',
  path: '/api/v1/local/faucet',
  access: 'public',
  tag: 'local',
  summary: 'Sends test USDT, DRGV and gas to an address on the local chain.',
  request: z.strictObject({ address: addressSchema }),
  response: z.strictObject({
    sent: z.array(
      z.strictObject({ token: z.enum(['BNB', 'USDT', 'DRGV']), amount: amountSchema, txHash: hexSchema(32) }),
    ),
  }),
})

/** Added by the local set-up alone (`dev/`); apart from `CALLS`, so that no other build carries it. */
export const LOCAL_CALLS = { faucet } as const
