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

/** Notifies all components after a change of storage, here or in another tab. */
export const refreshSession = (): void => {
  snapshot = null
  for (const listener of listeners) listener()
}

export const subscribeSession = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Current session; re-renders when one starts or ends, in this tab or another. */
export const useSession = (): Session => useSyncExternalStore(subscribeSession, getSession, () => VISITOR)

/** Token of the current session; null as soon as it ends, even while the token is still stored. */
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

/** Stores a newer profile from the server, such as after binding an inviter. */
export const updateProfile = (profile: Profile): void => {
  const session = getSession()
  if (session.status !== 'signed-in' || session.address !== profile.address) return
  const message = JSON.stringify(profile)
  // Unchanged: nothing to re-render.
  if (message === readStored(STORAGE_KEYS.userMessage)) return
  writeStored(STORAGE_KEYS.userMessage, message)
  refreshSession()
}

/** Removes user state; the token is removed when the session's end is complete. */
export const clearUserState = (): void => {
  writeStored(STORAGE_KEYS.userMessage, null)
  writeStored(STORAGE_KEYS.loginAddress, null)
  writeStored(STORAGE_KEYS.lastFigures, null)
  writeStored(STORAGE_KEYS.machines, null)
  refreshSession()
}
