import { LOGOUT_DELAY_MS, LOGOUT_THROTTLE_MS } from '@dr/protocol/constants'
import { readOfTab, readStored, STORAGE_KEYS, TAB_KEYS, writeOfTab, writeStored } from '../../lib/storage.ts'
import { clearUserState, refreshSession } from './session.ts'

/** Reason why the app was reloaded at Home, shown to the user afterwards. */
export type SessionEndReason = 'expired' | 'signed-out' | 'account-changed' | 'chain-changed' | 'other-tab'

/** Reloads the first page: nothing of the last user stays in memory. */
const relaunch = (): void => {
  location.hash = '#/'
  location.reload()
}

const keepReason = (reason: SessionEndReason): void => writeOfTab(TAB_KEYS.sessionEnd, reason)

/** Whether the reason of the last reload has not been shown yet. */
export const hasSessionEndReason = (): boolean => readOfTab(TAB_KEYS.sessionEnd) !== null

/** Returns and clears the reason of the last reload. */
export const takeSessionEndReason = (): SessionEndReason | null => {
  const reason = readOfTab(TAB_KEYS.sessionEnd) as SessionEndReason | null
  writeOfTab(TAB_KEYS.sessionEnd, null)
  return reason
}

let lastEndAt = Number.NEGATIVE_INFINITY

/**
 * Ends the session (requirement §4): user state is cleared at once, the token is removed after about 1 s,
 * throttled to 1.5 s, then the app reloads on the first page. False for a second call within the throttle.
 */
export const endSession = (reason: SessionEndReason = 'expired'): boolean => {
  const now = performance.now()
  if (now - lastEndAt < LOGOUT_THROTTLE_MS) return false
  lastEndAt = now
  const ended = readStored(STORAGE_KEYS.token)
  clearUserState()
  keepReason(reason)
  setTimeout(() => {
    // Only the ended session's token: the user may have signed in again within the second.
    if (readStored(STORAGE_KEYS.token) === ended) writeStored(STORAGE_KEYS.token, null)
    relaunch()
  }, LOGOUT_DELAY_MS)
  return true
}

/** Follows sign-in and sign-out in another tab. */
export const followOtherTabs = (): (() => void) => {
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
