/** What is read of a published result to compute it again: nothing that follows from the chain's events. */
import * as z from 'zod'

const whole = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt)
const hex = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-f]{${bytes * 2}}$`))
    .transform((text) => text as `0x${string}`)

const publishedSchema = z.object({
  kind: z.literal('dividends'),
  version: z.literal(1),
  week: whole,
  chainId: z.number().int(),
  contracts: z.object({
    digitalRights: hex(20),
    exchange: hex(20),
    funding: hex(20),
    priceOracle: hex(20),
    emission: hex(20),
    usdt: hex(20),
    dr: hex(20),
    resultRegistry: hex(20),
  }),
  rules: z.object({
    dividendBps: z.string(),
    prizeBps: z.string(),
    weekCapBps: z.string(),
    generationFloor: z.string(),
    winners: z.number().int(),
    winnerCapBps: z.string(),
  }),
  late: z.array(z.object({ txHash: hex(32), logIndex: z.number().int() })),
  holders: z.array(z.object({ account: hex(20), bought: whole, joining: whole, leaving: whole })),
})

export type PublishedWeek = z.output<typeof publishedSchema>

/** @throws ZodError for what is no published result. */
export const readPublishedWeek = (text: string): PublishedWeek => publishedSchema.parse(JSON.parse(text))
