import type { VaultIndex } from '@dr/protocol/token-table'
import type { Token } from '@dr/protocol/tokens'
import type { UserId } from '../../platform/ids.ts'

/** Kinds of system accounts, one of each for every vault and token: docs/chart-of-accounts.md. */
export const SYSTEM_KINDS = [
  'chain',
  'emission-pool',
  'undistributed-emission',
  'dividend-pool',
  'dividends-payable',
  'node-pool',
  'package-budget',
  'package-committed',
  'unattributed',
  'recapitalised',
  'suspense',
  'opening',
  'claims-open',
  'uncovered',
] as const
export type SystemKind = (typeof SYSTEM_KINDS)[number]

/** Kinds of a user's accounts. */
export const USER_KINDS = ['user-available', 'user-held', 'user-locked'] as const
type UserKind = (typeof USER_KINDS)[number]

export type AccountKind = SystemKind | UserKind

/** `<vault>:<token>:<kind>[:<userId>]`. */
export type AccountCode = string & { readonly __code: 'account' }

/** An account of one vault and token. */
export type AccountOf = { readonly kind: SystemKind } | { readonly kind: UserKind; readonly userId: UserId }

type AccountName = AccountOf & { readonly vault: VaultIndex; readonly token: Token }

/**
 * Code of an account, such as `account({ vault: 0, token: 'DR', kind: 'user-available', userId })`. The
 * account is created by its first posting.
 */
export const account = (name: AccountName): AccountCode => {
  const system = `${name.vault}:${name.token}:${name.kind}`
  return ('userId' in name ? `${system}:${name.userId}` : system) as AccountCode
}

/** Ids of the users whose accounts are among `codes`; system accounts have none. */
export const ownersOf = (codes: Iterable<AccountCode>): number[] =>
  [...codes].flatMap((code) => {
    const [, , , userId] = code.split(':')
    return userId === undefined ? [] : [Number(userId)]
  })

export const isUserAccount = (code: AccountCode): boolean => code.split(':')[2]?.startsWith('user-') ?? false
