import { createStore } from '../../lib/store.ts'

/** Pairing link of the current connection attempt, shown as a QR code; null without one. */
const uri = createStore<string | null>(null)

export const useWalletConnectUri = uri.useValue
export const setWalletConnectUri = uri.set
