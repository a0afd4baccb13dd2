import { LOGOUT_DELAY_MS, LOGOUT_THROTTLE_MS } from '@dr/protocol/constants'
import { readOfTab, readStored, STORAGE_KEYS, TAB_KEYS, writeOfTab, writeStored } from '../../lib/storage.ts'
import { clearUserState, refreshSession } from './session.ts'

/** Why the app went home and loaded again; shown to the user once it has. */
export type SessionEndReason = 'expired' | 'signed-out' | 'account-changed' | 'chain-changed' | 'other-tab'

/** Back to the first page, from scratch: nothing of the last user stays in memory. */
const relaunch = (): void => {
  location.hash = '#/'
  location.reload()
}

const keepReason = (reason: SessionEndReason): void => writeOfTab(TAB_KEYS.sessionEnd, reason)

/** The user has not seen yet why the app was last relaunched. */
export const hasSessionEndReason = (): boolean => readOfTab(TAB_KEYS.sessionEnd) !== null

/** The reason of the last relaunch, once. */
export const takeSessionEndReason = (): SessionEndReason | null => {
  const reason = readOfTab(TAB_KEYS.sessionEnd) as SessionEndReason | null
  writeOfTab(TAB_KEYS.sessionEnd, null)
  return reason
}

let lastEndAt = Number.NEGATIVE_INFINITY

/**
 * Ends the session (requirement §4): user state is cleared at once, the token is removed after about 1 s,
 * throttled to 1.5 s, then the app relaunches on the first page and reloads. False when a second call came
 * within the throttle.
 */
export const endSession = (reason: SessionEndReason = 'expired'): boolean => {
  const now = performance.now()
  if (now - lastEndAt < LOGOUT_THROTTLE_MS) return false
  lastEndAt = now
  const ended = readStored(STORAGE_KEYS.token)
  clearUserState()
  keepReason(reason)
  setTimeout(() => {
    // Only the token of the session that ended: the user may have signed in again within the second.
    if (readStored(STORAGE_KEYS.token) === ended) writeStored(STORAGE_KEYS.token, null)
    relaunch()
  }, LOGOUT_DELAY_MS)
  return true
}

/** A second tab follows the first: it signs in with it, and goes home with it. */
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
