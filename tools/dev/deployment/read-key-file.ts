import { readFileSync, statSync } from 'node:fs'
import type { Hex } from 'viem'
import { SetupError } from '../settings.ts'

const KEY = /^0x[0-9a-f]{64}$/i
const OTHERS_MODE = 0o077

/** Private key in a file that its owner alone can read. Throws `SetupError` for any other file. */
export const readKeyFile = (path: string): Hex => {
  if ((statSync(path).mode & OTHERS_MODE) !== 0)
    throw new SetupError(`${path} is readable by others: chmod 600 it`)
  const key = readFileSync(path, 'utf8').trim()
  if (!KEY.test(key)) throw new SetupError(`${path} holds no private key: 0x and 64 hex digits`)
  return key as Hex
}
