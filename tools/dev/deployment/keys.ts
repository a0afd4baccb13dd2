/**
 * Keys of the local chain: generated at the first start, stored in DATA_DIR/secrets, never in the
 * repository.
 */

import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { writeWhole } from '../files.ts'
import { SetupError } from '../settings.ts'

/**
 * deployer: deploys, holds tokens for liquidity, and proposes changes to the time-lock (which is the
 * admin). signer: vouchers; standbySigner: replaces a revoked one. keeper: releases and oracle updates.
 * pauser, guardian, attester, witness: docs/product.md 5. drawer: the digit draw (ADR 0020). faucet: gives test
 * money. treasury: receives sales. sponsor: funds the rewards (the treasury may not). genesis: the first
 * activated user. operator1, operator2: operators' wallets, since changes of limits and budgets need two.
 */
export const LOCAL_ROLES = [
  'deployer',
  'signer',
  'standbySigner',
  'keeper',
  'pauser',
  'guardian',
  'attester',
  'witness',
  'drawer',
  'faucet',
  'treasury',
  'sponsor',
  'genesis',
  'operator1',
  'operator2',
] as const
type LocalRole = (typeof LOCAL_ROLES)[number]
export type LocalKeys = Readonly<Record<LocalRole, Hex>>

const KEY = /^0x[0-9a-f]{64}$/

const readKey = (path: string): Hex => {
  const text = readFileSync(path, 'utf8').trim()
  if (!KEY.test(text))
    throw new SetupError(`${path} holds no private key: restore it, or reset with another DATA_DIR`)
  return text as Hex
}

/** Creates missing keys, one file each, readable only by its owner; existing ones are kept. */
export const ensureKeys = async (secretsDirectory: string): Promise<LocalKeys> => {
  mkdirSync(secretsDirectory, { recursive: true, mode: 0o700 })
  chmodSync(secretsDirectory, 0o700)
  const keys: [LocalRole, Hex][] = []
  for (const role of LOCAL_ROLES) {
    const path = join(secretsDirectory, role)
    if (!existsSync(path)) await writeWhole(path, `${generatePrivateKey()}\n`, 0o600)
    keys.push([role, readKey(path)])
  }
  return Object.fromEntries(keys) as LocalKeys
}

export const addressOf = (key: Hex): Hex => privateKeyToAccount(key).address
