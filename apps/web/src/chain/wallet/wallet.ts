import type { Address } from 'viem'
import { walletAddress } from '../../api/session/session.ts'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

export type WalletKind = 'announced' | 'legacy' | 'walletconnect' | 'burner' | 'member'

/**
 * Public state of the connected wallet. Small on purpose: the code that talks to wallets
 * (`wallet-connection.ts`) loads with the wallet's sheets, never for a visitor.
 */
export interface WalletState {
  /** connecting: a wallet is being asked, either the remembered one or the one that the user chose. */
  readonly status: 'none' | 'connecting' | 'connected'
  readonly address?: Address
  readonly chainId?: number
  /** The wallet is on another chain than the app's. */
  readonly wrongNetwork: boolean
  /** The wallet's own name; empty if it has none. */
  readonly name?: string
  readonly kind?: WalletKind
}

const NONE: WalletState = { status: 'none', wrongNetwork: false }

const remembered = (): WalletState => {
  const address = walletAddress()
  if (address === null || readStored(STORAGE_KEYS.walletId) === null) return NONE
  return { status: 'connecting', address, wrongNetwork: readStored(STORAGE_KEYS.wrongNetwork) === '1' }
}

const store = createStore<WalletState>(remembered())

export const useWallet = store.useValue
export const getWallet = store.get
export const subscribeWallet = store.subscribe

/**
 * Used only by the connection: publishes the wallet's state, and stores the two required keys in local
 * storage.
 */
export const publishWallet = (state: WalletState): void => {
  writeStored(STORAGE_KEYS.address, state.address ?? null)
  writeStored(STORAGE_KEYS.wrongNetwork, state.status === 'none' ? null : state.wrongNetwork ? '1' : '0')
  store.set(state)
}

export const forgetWallet = (): void => {
  writeStored(STORAGE_KEYS.walletId, null)
  publishWallet(NONE)
}

/** Records that the chosen wallet has not answered yet, which the connect button shows (requirement §2). */
export const startAskingWallet = (): void => {
  if (store.get().status === 'none') store.set({ ...NONE, status: 'connecting' })
}

/** Records a rejection, or that it is no longer waited for. */
export const stopAskingWallet = (): void => {
  const { status, address } = store.get()
  if (status === 'connecting' && address === undefined) store.set(NONE)
}

/** Locked, or not announced yet: nothing can be signed, and nothing is removed. */
export const setWalletAway = (): void => store.set(NONE)

/** Applies a connection or disconnection of another tab from storage. */
export const followStoredWallet = (): void => store.set(remembered())

/** Whether a last wallet is stored, to be asked at launch. */
export const isWalletRemembered = (): boolean => readStored(STORAGE_KEYS.walletId) !== null
