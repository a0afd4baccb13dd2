/**
 * What this browser keeps, the only place that touches its storage. It never throws: where the browser closes
 * storage to us (private mode, an embedded view) or has no room left, values live as long as the page. Names
 * of the keys are here alone, but for the burner wallet's, which only a build for the local chain has;
 * `build/boot.js` and `build/old-browser-page.js`, which are no modules, repeat them (held together by
 * storage.isolated.test.ts).
 */
export const STORAGE_KEYS = {
  /** Address of the connected wallet (requirement §3: "also kept in local storage under one key"). */
  address: 'address',
  token: 'token',
  /** The signed-in user's profile. */
  userMessage: 'userMsg',
  /** Address that signed in; differs from `address` once the wallet changed. */
  loginAddress: 'loginAddress',
  /** '1' while the wallet is on another chain. */
  wrongNetwork: 'checkNet',
  /**
   * How the wallet was connected, so that it can be found again: an EIP-6963 rdns with the wallet's name, or
   * a name of `WALLET_IDS`.
   */
  walletId: 'wallet',
  /** 'exact' or 'max', as the user chose last: no more than each call takes, or once and for all. */
  approvalChoice: 'approval',
  /** 'transactions' when the user chose to approve by them even where a signature or a batch would do. */
  approvalWay: 'approvalWay',
  /** Set once the browser's language was offered and not wanted. */
  languageOffer: 'languageOffer',
  /** The language chosen last (requirement §2). */
  locale: 'locale',
  theme: 'theme',
  /** What pages showed last to the signed-in user (last-figures.ts). */
  lastFigures: 'lastFigures',
  /** The signed-in user's machines, for when the server does not answer (kept-machines.ts). */
  machines: 'machines',
  /** The inviter of the link that brought the visitor here. */
  inviter: 'inviter',
  /** Written and removed at once, to see whether there is room (storage-is-lasting.ts). */
  probe: 'probe',
} as const

/** Of session storage: kept for the tab alone, over a reload. */
export const TAB_KEYS = {
  /** Why the app went home and loaded again. */
  sessionEnd: 'sessionEnd',
  /** How far down each history entry was read. */
  scroll: 'scroll',
  /** The watch-only address. */
  watched: 'watch',
  /** What was being signed when the wallet's account changed. */
  stopped: 'stopped',
} as const

/** Of local storage, one for each address, which is in lower case. */
export const addressKey = (kind: 'deposits' | 'pending' | 'signing', address: string): string =>
  `${kind}:${address}`

interface Kept {
  readonly read: (key: string) => string | null
  /** null: nothing is kept any more. */
  readonly write: (key: string, value: string | null) => void
  /** What the storage refused, by key; newer than what is there. */
  readonly refused: ReadonlyMap<string, string | null>
}

/** `storage` is a function: naming a closed storage throws too. */
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
