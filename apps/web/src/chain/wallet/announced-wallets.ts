import type { EIP1193Provider } from 'viem'

/** A wallet that announced itself in this page (EIP-6963). */
export interface AnnouncedWallet {
  readonly name: string
  readonly rdns: string
  /** Only data: URLs, which the content security policy allows. */
  readonly icon: string | undefined
  readonly provider: EIP1193Provider
}

const announced: AnnouncedWallet[] = []
const listeners = new Set<(wallet: AnnouncedWallet) => void>()

/** Maximum length of a name. */
const NAME_MAX = 64

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Reads an announcement; null if invalid, since any script of the page may send one. */
const readAnnouncement = (detail: unknown): AnnouncedWallet | null => {
  const { info, provider } = Object(detail) as { info?: unknown; provider?: unknown }
  const { name, rdns, icon } = Object(info) as Record<string, unknown>
  const kept = textOf(rdns)
  if (kept === '' || typeof Object(provider).request !== 'function') return null
  return {
    name: textOf(name).slice(0, NAME_MAX) || kept,
    rdns: kept,
    icon: textOf(icon).startsWith('data:image/') ? textOf(icon) : undefined,
    provider: provider as EIP1193Provider,
  }
}

const isSame = (one: AnnouncedWallet, other: AnnouncedWallet): boolean =>
  one.provider === other.provider && one.rdns === other.rdns && one.name === other.name

/**
 * Stores each wallet once. The uuid is ignored: many wallets change it each time, and a fork may have its
 * original's.
 */
const onAnnouncement = (event: Event): void => {
  const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
  if (wallet === null || announced.some((one) => isSame(one, wallet))) return
  announced.push(wallet)
  for (const listener of listeners) listener(wallet)
}

/** Requests announcements again; known wallets stay, and are not reported again. */
export const requestAnnouncements = (): void =>
  void window.dispatchEvent(new Event('eip6963:requestProvider'))

export const announcedWallets = (): readonly AnnouncedWallet[] => announced

/** Calls `onWallet` for each wallet that announces itself for the first time from now on. */
export const subscribeAnnounced = (onWallet: (wallet: AnnouncedWallet) => void): (() => void) => {
  listeners.add(onWallet)
  return () => listeners.delete(onWallet)
}

// From the start; tests and builds import this module without a window.
if (typeof window !== 'undefined') {
  window.addEventListener('eip6963:announceProvider', onAnnouncement)
  requestAnnouncements()
}
