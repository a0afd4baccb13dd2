/** Types of settings' values. */

import { isIP } from 'node:net'
import { addressSchema } from '@dr/protocol/schemas'
import { type Hex, isAddress } from 'viem'
import * as z from 'zod'
import type { LowerHex } from '../hex.ts'
import { ConfigError } from './config-types.ts'

const isMixedCase = (text: string): boolean => /[a-f]/.test(text.slice(2)) && /[A-F]/.test(text)

/** Mixed case is a checksum (EIP-55) that has to be right: one wrong letter would be another account. */
export const address = z
  .string()
  .refine((text) => !isMixedCase(text) || isAddress(text), {
    error: 'its checksum (EIP-55) is wrong',
    abort: true,
  })
  .pipe(addressSchema)
  .transform((text) => text as LowerHex)

const RANGES = ['loopback', 'linklocal', 'uniquelocal']
const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

const isProxy = (text: string): boolean => {
  const [ip = '', prefix, ...more] = text.split('/')
  if (prefix === undefined) return RANGES.includes(ip) || isIP(ip) > 0
  return more.length === 0 && /^\d+$/.test(prefix) && Number(prefix) <= (BITS[isIP(ip)] ?? -1)
}

/**
 * Proxies, comma-separated, as Fastify's `trustProxy` takes them: addresses, CIDR ranges, names of ranges.
 */
export const proxies = z.string().refine((text) => text.split(',').every((one) => isProxy(one.trim())), {
  error: `addresses or ranges of proxies, comma-separated: 10.0.0.0/8, 192.0.2.1, ${RANGES.join(', ')}`,
})

export const privateKey = z
  .string()
  .trim()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'not a private key: 0x and 64 hex digits')
  .transform((key) => key as Hex)

/** Comma-separated, without duplicates. */
export const addresses = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .pipe(z.array(address))
  .transform((list) => [...new Set(list)])

/** Comma-separated numbers of epochs. */
export const epochs = z
  .string()
  .regex(/^[1-9]\d{0,9}(,\s*[1-9]\d{0,9})*$/, 'numbers of epochs, comma-separated')
  .transform((text) =>
    [...new Set(text.split(',').map((item) => BigInt(item.trim())))].sort((a, b) => (a < b ? -1 : 1)),
  )

/** Contains a provider's key. */
export const endpoint = z.url({ protocol: /^https?$/ })

/** Comma-separated. */
export const urls = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .pipe(z.array(endpoint).min(1))

/** Empty variables count as not set. */
export const given = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** A single problem is a single line. */
export const problemsIn = (source: string, problems: readonly string[]): ConfigError =>
  new ConfigError([`${source}:`, ...problems].join(problems.length === 1 ? ' ' : '\n  '))

/** Parses, or throws `ConfigError` with all problems in `source`; never with values, which may be secret. */
export const parseSetting = <S extends z.ZodType>(schema: S, value: unknown, source: string): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter(Boolean).join(': '),
  )
  throw problemsIn(source, problems)
}
