/**
 * Only access to the browser's storage. It never throws: if storage is unavailable (private mode, an
 * embedded view) or full, values live as long as the page. All keys are named here, except the burner
 * wallet's, which only a build for the local chain has; `build/boot.js` and `build/old-browser-page.js` are
 * no modules and repeat them (compared by storage.isolated.test.ts).
 */
export const STORAGE_KEYS = {
  /** Address of the connected wallet (requirement §3: "also kept in local storage under one key"). */
  address: 'address',
  token: 'token',
  /** The signed-in user's profile. */
  userMessage: 'userMsg',
  /** Address that signed in; differs from `address` after a change of wallet. */
  loginAddress: 'loginAddress',
  /** '1' while the wallet is on another chain. */
  wrongNetwork: 'checkNet',
  /** Last connected wallet: an EIP-6963 rdns with the wallet's name, or a name of `WALLET_IDS`. */
  walletId: 'wallet',
  /** Last choice of the user: 'exact' approves what each call takes, 'max' once and for all. */
  approvalChoice: 'approval',
  /** 'transactions' if the user prefers them to permits and batches. */
  approvalWay: 'approvalWay',
  /** Set once the user declined the browser's language. */
  languageOffer: 'languageOffer',
  /** Last chosen language (requirement §2). */
  locale: 'locale',
  theme: 'theme',
  /** Last figures shown to the signed-in user (last-figures.ts). */
  lastFigures: 'lastFigures',
  /** The signed-in user's machines, for when the server does not answer (kept-machines.ts). */
  machines: 'machines',
  /** Inviter of the visitor's link. */
  inviter: 'inviter',
  /** Written and removed at once, to test for space (storage-is-lasting.ts). */
  probe: 'probe',
} as const

/** Keys of session storage, which lasts for the tab, over reloads. */
export const TAB_KEYS = {
  /** Reason why the app was reloaded at Home. */
  sessionEnd: 'sessionEnd',
  /** Scroll position of each history entry. */
  scroll: 'scroll',
  /** The watch-only address. */
  watched: 'watch',
  /** Work being signed when the wallet's account changed. */
  stopped: 'stopped',
} as const

/** Key of local storage for an address in lower case. */
export const addressKey = (kind: 'deposits' | 'pending' | 'proof' | 'signing', address: string): string =>
  `${kind}:${address}`

interface Kept {
  readonly read: (key: string) => string | null
  /** null removes the key. */
  readonly write: (key: string, value: string | null) => void
  /** Values that the storage refused, by key; newer than the stored ones. */
  readonly refused: ReadonlyMap<string, string | null>
}

/** `storage` is a function, since naming an unavailable storage throws too. */
const keptIn = (storage: () => Storage): Kept => {
  const refused = new Map<string, string | null>()
  return {
    refused,
    read: (key) => {
      try {
        return refused.has(key) ? (refused.get(key) ?? null) : storage().getItem(key)
      } catch {
        return null
      }
    },
    write: (key, value) => {
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
        refused.delete(key)
      } catch {
        refused.set(key, value)
      }
    },
  }
}

export const { read: readStored, write: writeStored, refused: refusedByStorage } = keptIn(() => localStorage)
export const { read: readOfTab, write: writeOfTab } = keptIn(() => sessionStorage)
