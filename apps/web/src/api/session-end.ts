import { LOGOUT_DELAY_MS, LOGOUT_THROTTLE_MS } from '@dr/protocol/constants'
import { clearUserState, refreshSession } from './session.ts'
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'

/** Why the app went home and loaded again; told to the user once it has. */
export type SessionEndReason = 'expired' | 'signed-out' | 'account-changed' | 'chain-changed' | 'other-tab'

const REASON_KEY = 'sessionEnd'
const listeners = new Set<(reason: SessionEndReason) => void>()

/** Called when a session ends, before the page loads again. */
export function onSessionEnd(callback: (reason: SessionEndReason) => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}

/** Back to the first page, from scratch: nothing of the last user stays in memory. */
function relaunch(): void {
  location.hash = '#/'
  location.reload()
}

function keepReason(reason: SessionEndReason): void {
  try {
    sessionStorage.setItem(REASON_KEY, reason)
  } catch {
    // Without session storage the reason is simply not told.
  }
}

/** Something is to be told about the last relaunch. */
export function hasSessionEndReason(): boolean {
  try {
    return sessionStorage.getItem(REASON_KEY) !== null
  } catch {
    return false
  }
}

/** The reason of the last relaunch, once. */
export function takeSessionEndReason(): SessionEndReason | null {
  try {
    const reason = sessionStorage.getItem(REASON_KEY) as SessionEndReason | null
    sessionStorage.removeItem(REASON_KEY)
    return reason
  } catch {
    return null
  }
}

let lastEndAt = Number.NEGATIVE_INFINITY

/**
 * Ends the session (requirement §4): user state is cleared at once, the token is removed after about 1 s, throttled to
 * 1.5 s, then the app relaunches on the first page and reloads. False when a second call came within the throttle.
 */
export function endSession(reason: SessionEndReason = 'expired'): boolean {
  const now = performance.now()
  if (now - lastEndAt < LOGOUT_THROTTLE_MS) return false
  lastEndAt = now
  const ended = readStored(STORAGE_KEYS.token)
  clearUserState()
  keepReason(reason)
  for (const listener of listeners) listener(reason)
  setTimeout(() => {
    // Only the token of the session that ended: the user may have signed in again within the second.
    if (readStored(STORAGE_KEYS.token) === ended) writeStored(STORAGE_KEYS.token, null)
    relaunch()
  }, LOGOUT_DELAY_MS)
  return true
}

/** A second tab follows the first: it signs in with it, and goes home with it. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === STORAGE_KEYS.token && event.newValue === null && event.oldValue !== null) {
      keepReason('other-tab')
      refreshSession()
      relaunch()
    } else if (
      event.key === null ||
      event.key === STORAGE_KEYS.userMessage ||
      event.key === STORAGE_KEYS.token
    ) {
      refreshSession()
    }
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
