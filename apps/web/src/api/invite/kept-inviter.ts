import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { PASTED_MAX, readPasted, readPastedAddress } from './pasted.ts'

const INVITER = /^(0x[0-9a-fA-F]{40}|[A-HJ-NP-Za-hj-np-z2-9]{8})$/

export const isInviter = (text: string): boolean => INVITER.test(text)

/**
 * Whether a name is the project's own code, directly or by its resolved inviter, and thus no personal
 * invitation. `own`: '' if the app offers none.
 */
export const isOwnInviter = (
  own: string,
  name: string,
  found: { readonly inviteCode: string } | null | undefined,
): boolean => own !== '' && (found?.inviteCode ?? name.trim()).toUpperCase() === own

/**
 * Reads an inviter from a link, a field or a scanned code: an address or a code, also with characters that
 * chat programs add, or a whole invite link. Returns the visible text if none is found.
 */
export const readInviter = (text: string): string => {
  const pasted = readPasted(text)
  const inLink = /[?&]address=([^&#\s]*)/i.exec(pasted)?.[1]
  const named = readPastedAddress(inLink ?? pasted)
  const bare = named.replace(/^[^0-9a-z]+|[^0-9a-z]+$/gi, '')
  return isInviter(bare) ? bare : named
}

/**
 * Inviter of the visitor's link, stored before connecting so that it survives the switch to a wallet's
 * browser. An unreadable one is stored as its visible text (`isInviter` is false), is shown as such, and is
 * not replaced without the user.
 */
export const readKeptInviter = (): string | undefined => readStored(STORAGE_KEYS.inviter) ?? undefined

/** Stores an inviter; a valid one is not replaced by an invalid one. */
export const keepInviter = (text: string): void => {
  const inviter = readInviter(text).slice(0, PASTED_MAX)
  const kept = readKeptInviter()
  if (isInviter(inviter) || kept === undefined || !isInviter(kept))
    writeStored(STORAGE_KEYS.inviter, inviter === '' ? null : inviter)
}

/** Removes the inviter once it is bound. */
export const forgetInviter = (): void => writeStored(STORAGE_KEYS.inviter, null)
