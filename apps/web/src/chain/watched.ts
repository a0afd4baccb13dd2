import type { Address } from 'viem'
import { readOfTab, TAB_KEYS, writeOfTab } from '../lib/storage.ts'
import { createStore } from '../lib/store.ts'

/**
 * Watch-only: an address anyone may look at, with nothing but what the chain shows everyone. It is no wallet
 * and no session: nothing here can ask for a signature. Kept for the tab alone.
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

/**
 * Lower case from here on: an address whose checksum is wrong is read all the same, since nothing is sent
 * there.
 */
export const watch = (watched: Address | null): void => {
  const address = (watched?.toLowerCase() ?? null) as Address | null
  writeOfTab(TAB_KEYS.watched, address)
  store.set({ address, open: address !== null })
}

/** The sheet: of the watched address, or to enter one. */
export const showWatched = (open: boolean): void => store.set({ ...store.get(), open })
