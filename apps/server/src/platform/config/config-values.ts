/** Kinds of values that settings have. */

import { addressSchema } from '@dr/protocol/schemas'
import type { Hex } from 'viem'
import * as z from 'zod'
import { ConfigError } from './config-types.ts'

export const address = addressSchema.transform((text) => text as Hex)

export const privateKey = z
  .string()
  .trim()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'not a private key: 0x and 64 hex digits')
  .transform((key) => key as Hex)

/** Comma-separated; each once. */
export const addresses = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .pipe(z.array(address))
  .transform((list) => [...new Set(list)])

/** Comma-separated. */
export const urls = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1))

/** Empty variables count as not set. */
export const given = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/**
 * Parses, or throws `ConfigError` naming everything wrong in `source`; never the values, which may be secret.
 */
export const parseSetting = <S extends z.ZodType>(schema: S, value: unknown, source: string): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter(Boolean).join(': '),
  )
  throw new ConfigError(`${source}:\n  ${problems.join('\n  ')}`)
}
