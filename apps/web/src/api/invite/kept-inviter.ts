import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { PASTED_MAX, readPasted, readPastedAddress } from './pasted.ts'

const INVITER = /^(0x[0-9a-fA-F]{40}|[A-HJ-NP-Za-hj-np-z2-9]{8})$/

export const isInviter = (text: string): boolean => INVITER.test(text)

/**
 * The name is the project's own code, which is no one's invitation, by itself or by the inviter it was found
 * to name. `own`: '' where the app offers none.
 */
export const isOwnInviter = (
  own: string,
  name: string,
  found: { readonly inviteCode: string } | null | undefined,
): boolean => own !== '' && (found?.inviteCode ?? name.trim()).toUpperCase() === own

/**
 * An inviter as a link, a field or a scanned code gives it: an address or a code, with what chat programs put
 * around it, or the whole invite link. Where none can be read, the text as it is seen.
 */
export const readInviter = (text: string): string => {
  const pasted = readPasted(text)
  const inLink = /[?&]address=([^&#\s]*)/i.exec(pasted)?.[1]
  const named = readPastedAddress(inLink ?? pasted)
  const bare = named.replace(/^[^0-9a-z]+|[^0-9a-z]+$/gi, '')
  return isInviter(bare) ? bare : named
}

/**
 * The inviter of the link that brought the visitor here, kept before connecting so that it survives the way
 * into a wallet's browser. An invitation that could not be read is kept as it is seen (`isInviter` is false
 * of it): it is said, and no other inviter takes its place unasked.
 */
export const readKeptInviter = (): string | undefined => readStored(STORAGE_KEYS.inviter) ?? undefined

/** One that can be read is never replaced by one that cannot. */
export const keepInviter = (text: string): void => {
  const inviter = readInviter(text).slice(0, PASTED_MAX)
  const kept = readKeptInviter()
  if (isInviter(inviter) || kept === undefined || !isInviter(kept))
    writeStored(STORAGE_KEYS.inviter, inviter === '' ? null : inviter)
}

/** Once bound it has done its work. */
export const forgetInviter = (): void => writeStored(STORAGE_KEYS.inviter, null)
