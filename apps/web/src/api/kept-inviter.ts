import { readStored, STORAGE_KEYS, writeStored } from './storage.ts'

/**
 * The inviter of the link that brought the visitor here, kept before connecting so that it survives the way
 * into a wallet's browser.
 */
const INVITER = /^(0x[0-9a-fA-F]{40}|[A-HJ-NP-Za-hj-np-z2-9]{8})$/

export const isInviter = (text: string): boolean => INVITER.test(text)

export const readKeptInviter = (): string | undefined => {
  const kept = readStored(STORAGE_KEYS.inviter)
  return kept !== null && isInviter(kept) ? kept : undefined
}

export const keepInviter = (inviter: string): void => {
  if (isInviter(inviter)) writeStored(STORAGE_KEYS.inviter, inviter)
}

/** Once bound it has done its work. */
export const forgetInviter = (): void => writeStored(STORAGE_KEYS.inviter, null)
