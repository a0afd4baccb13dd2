import { createStore } from '../../lib/store.ts'

/** The pairing link of the connection being made, shown as a QR code; null when none is. */
const uri = createStore<string | null>(null)

export const useWalletConnectUri = uri.useValue
export const setWalletConnectUri = uri.set
