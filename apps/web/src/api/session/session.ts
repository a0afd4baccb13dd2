import type { Profile } from '@dr/protocol/calls/users'
import { useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'

/**
 * Client session state of the requirement (§3): wallet address, token, user message, login address, network
 * flag.
 */
export type Session =
  | { readonly status: 'visitor' }
  | { readonly status: 'signed-in'; readonly address: Address; readonly profile: Profile }

const VISITOR: Session = { status: 'visitor' }
const listeners = new Set<() => void>()
let snapshot: Session | null = null

const readProfile = (): Profile | null => {
  try {
    return JSON.parse(readStored(STORAGE_KEYS.userMessage) ?? 'null') as Profile | null
  } catch {
    return null
  }
}

const read = (): Session => {
  const address = readStored(STORAGE_KEYS.loginAddress)
  const profile = readProfile()
  if (readStored(STORAGE_KEYS.token) === null || address === null || profile === null) return VISITOR
  return { status: 'signed-in', address: address as Address, profile }
}

export const getSession = (): Session => {
  snapshot ??= read()
  return snapshot
}

/** Storage changed, here or in another tab: every component reads it again. */
export const refreshSession = (): void => {
  snapshot = null
  for (const listener of listeners) listener()
}

export const subscribeSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Cheap and synchronous; renders again when a session starts or ends, in this tab or another. */
export const useSession = (): Session => useSyncExternalStore(subscribeSession, getSession, () => VISITOR)

/**
 * The token of the running session; null as soon as the session is over, even while it is still in storage.
 */
export const sessionToken = (): string | null =>
  getSession().status === 'signed-in' ? readStored(STORAGE_KEYS.token) : null

/** Address of the connected wallet, lower case; null when none is connected. */
export const walletAddress = (): Address | null => readStored(STORAGE_KEYS.address) as Address | null

export const startSession = (input: { readonly token: string; readonly profile: Profile }): void => {
  writeStored(STORAGE_KEYS.token, input.token)
  writeStored(STORAGE_KEYS.loginAddress, input.profile.address)
  writeStored(STORAGE_KEYS.userMessage, JSON.stringify(input.profile))
  refreshSession()
}

/** The profile that the server sent last (after binding an inviter, for one). */
export const updateProfile = (profile: Profile): void => {
  const session = getSession()
  if (session.status !== 'signed-in' || session.address !== profile.address) return
  const message = JSON.stringify(profile)
  // Unchanged: no component needs to look.
  if (message === readStored(STORAGE_KEYS.userMessage)) return
  writeStored(STORAGE_KEYS.userMessage, message)
  refreshSession()
}

/** User state goes at once; the token itself is removed by the code that ends the session. */
export const clearUserState = (): void => {
  writeStored(STORAGE_KEYS.userMessage, null)
  writeStored(STORAGE_KEYS.loginAddress, null)
  writeStored(STORAGE_KEYS.lastFigures, null)
  writeStored(STORAGE_KEYS.machines, null)
  refreshSession()
}
