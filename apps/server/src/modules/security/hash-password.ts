/**
 * Hashes of payment passwords: argon2id (RFC 9106) with the pepper as its secret input, which is in no copy
 * of the database.
 */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FatalError } from '../../platform/errors.ts'

const hashWith = promisify(argon2)
/** OWASP's first choice for argon2id; about 40 ms. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
const SALT_BYTES = 16
const TAG_BYTES = 32
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const parametersOf = (
  password: string,
  pepper: Uint8Array,
  { nonce, ...cost }: { nonce: Uint8Array; memory: number; passes: number; parallelism: number },
): Argon2Parameters => ({ message: password, nonce, secret: pepper, tagLength: TAG_BYTES, ...cost })

/** Base64 without padding, as is usual in hashes of argon2. */
const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '')

export const hashPassword = async (password: string, pepper: Uint8Array): Promise<string> => {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await hashWith('argon2id', parametersOf(password, pepper, { nonce, ...COST }))
  const { memory, passes, parallelism } = COST
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Uses the cost stored in the hash, so that old hashes remain valid when the cost is raised. */
export const verifyPassword = async (
  password: string,
  { hash, pepper }: { readonly hash: string; readonly pepper: Uint8Array },
): Promise<boolean> => {
  const [, memory, passes, parallelism, salt, expected] = FORM.exec(hash) ?? []
  if (salt === undefined || expected === undefined)
    throw new FatalError('a stored password has no known form')
  const tag = await hashWith(
    'argon2id',
    parametersOf(password, pepper, {
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    }),
  )
  return timingSafeEqual(tag, Buffer.from(expected, 'base64'))
}
