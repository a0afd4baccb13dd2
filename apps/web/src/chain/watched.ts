import type { Address } from 'viem'
import { readOfTab, TAB_KEYS, writeOfTab } from '../lib/storage.ts'
import { createStore } from '../lib/store.ts'

/**
 * A watched address: read-only public chain data, without wallet, session or signatures. Stored for the tab
 * only.
 */
const ADDRESS = /^0x[0-9a-fA-F]{40}$/

interface Watched {
  readonly address: Address | null
  /** Its sheet is open. */
  readonly open: boolean
}

export const isWatchable = (text: string): text is Address => ADDRESS.test(text)

const readKept = (): Watched => {
  const kept = readOfTab(TAB_KEYS.watched)
  return { address: kept !== null && isWatchable(kept) ? kept : null, open: false }
}

const store = createStore<Watched>(readKept())

export const useWatched = store.useValue

/** Sets the watched address, in lower case: an invalid checksum is accepted, since nothing is sent to it. */
export const watch = (watched: Address | null): void => {
  const address = (watched?.toLowerCase() ?? null) as Address | null
  writeOfTab(TAB_KEYS.watched, address)
  store.set({ address, open: address !== null })
}

/** Opens or closes the sheet of the watched address, or its input. */
export const showWatched = (open: boolean): void => store.set({ ...store.get(), open })
