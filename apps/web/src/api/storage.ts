/**
 * Local storage that never throws: where the browser closes it to us (private mode, an embedded view), values live as
 * long as the page. Names of the keys stand here alone.
 */
export const STORAGE_KEYS = {
  /** Address of the connected wallet (requirement §3: "also kept in local storage under one key"). */
  address: 'address',
  token: 'token',
  /** The signed-in user's profile. */
  userMessage: 'userMsg',
  /** Address that signed in; differs from `address` once the wallet changed. */
  loginAddress: 'loginAddress',
  /** '1' while the wallet stands on another chain. */
  wrongNetwork: 'checkNet',
  /** How the wallet was connected, so that it can be found again: an EIP-6963 rdns, or a name of `WALLET_IDS`. */
  walletId: 'wallet',
  /** 'exact' when the user chose to approve no more than each call takes. */
  approvalChoice: 'approval',
  /** 'transactions' when the user chose to approve by them even where a signature or a batch would do. */
  approvalWay: 'approvalWay',
  /** Set once the browser's language was offered and not wanted. */
  languageOffer: 'languageOffer',
} as const
const fallback = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return fallback.get(key) ?? null
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    if (value === null) fallback.delete(key)
    else fallback.set(key, value)
  }
}
