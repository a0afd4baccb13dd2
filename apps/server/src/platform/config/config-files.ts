/** Files named by settings: the deployment's record, and the keys, each for the role that uses it. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { ConfigError, type Role, type ServerConfig, type SignerEndpoint } from './config-types.ts'
import { parseSetting, privateKey } from './config-values.ts'

/** Any permission of the group or of others on a file. */
export const OTHERS_MODE = 0o077

export const readText = (path: string, what: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ConfigError(`cannot read ${path}: ${what}`, { cause })
  }
}

export const readJson = (path: string, what: string): unknown => {
  const text = readText(path, what)
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new ConfigError(`${path} is not JSON`, { cause })
  }
}

export interface KeyFolder {
  readonly secretsDirectory: string
  readonly local: boolean
}

/**
 * Reads a key of the product: in production only the server's own user may read the file. `what`: name of the
 * key, for messages.
 */
export const readKeyFile = ({ secretsDirectory, local }: KeyFolder, name: string, what: string): Hex => {
  const path = join(secretsDirectory, name)
  const text = readText(path, what)
  if (!local && (statSync(path).mode & OTHERS_MODE) !== 0) {
    throw new ConfigError(`SECRETS_DIR: ${path} can be read by others: chmod 600`)
  }
  return parseSetting(privateKey, text, `SECRETS_DIR: ${path}`)
}

/**
 * Reads `signer`, and `next-signer`, the key that will replace it, if the file exists (docs/operations.md).
 */
export const readSigners = (folder: KeyFolder, read: (name: string) => Hex): readonly Hex[] => {
  const next = existsSync(join(folder.secretsDirectory, 'next-signer')) ? [read('next-signer')] : []
  return [read('signer'), ...next]
}

/**
 * Throws unless, in production, the folder of keys belongs only to the server's own user: a file put into it
 * would be used.
 */
export const requirePrivateFolder = ({ secretsDirectory, local }: KeyFolder): void => {
  if (local || !existsSync(secretsDirectory)) return
  if ((statSync(secretsDirectory).mode & OTHERS_MODE) !== 0)
    throw new ConfigError(`SECRETS_DIR: ${secretsDirectory} is open to others: chmod 700`)
}

/** With a signing process this host must hold no key that signs vouchers. */
const refuseSigners = ({ secretsDirectory }: KeyFolder): void => {
  const left = ['signer', 'next-signer'].find((name) => existsSync(join(secretsDirectory, name)))
  if (left === undefined) return
  throw new ConfigError(
    `SIGNER_URL: the signing process has the keys; remove ${join(secretsDirectory, left)}, or unset SIGNER_URL`,
  )
}

const readApiKeys = (
  folder: KeyFolder,
  signing: SignerEndpoint | undefined,
  read: (name: string) => Hex,
): ServerConfig['keys']['api'] => {
  if (signing === undefined) return { signers: readSigners(folder, read) }
  refuseSigners(folder)
  return { signers: [], process: signing }
}

/** The keys of these roles; no other file is opened. `signing`: the process that signs an API's vouchers. */
export const readKeys = (
  folder: KeyFolder,
  roles: readonly Role[],
  signing?: SignerEndpoint,
): ServerConfig['keys'] => {
  if (roles.includes('api') || roles.includes('worker')) requirePrivateFolder(folder)
  const readerOf = (role: Role) => (name: string) =>
    readKeyFile(folder, name, `the key ${name}, which the role ${role} needs (SECRETS_DIR)`)
  const [api, worker] = [readerOf('api'), readerOf('worker')]
  return {
    api: roles.includes('api') ? readApiKeys(folder, signing, api) : undefined,
    worker: roles.includes('worker')
      ? { keeper: worker('keeper'), attester: worker('attester'), drawer: worker('drawer') }
      : undefined,
  }
}
