/** The inviter of the link that brought the visitor here, kept before connecting so that it survives the way into a wallet's browser. */
const STORAGE_KEY = 'inviter'
const INVITER = /^(0x[0-9a-fA-F]{40}|[A-HJ-NP-Za-hj-np-z2-9]{8})$/

export const isInviter = (text: string): boolean => INVITER.test(text)

export function readKeptInviter(): string | undefined {
  try {
    const kept = localStorage.getItem(STORAGE_KEY)
    return kept !== null && isInviter(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepInviter(inviter: string): void {
  if (!isInviter(inviter)) return
  try {
    localStorage.setItem(STORAGE_KEY, inviter)
  } catch {
    // Storage closed to us: the visitor can still type the code.
  }
}

/** Once bound it has done its work. */
export function forgetInviter(): void {
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Nothing kept, nothing to forget.
  }
}
