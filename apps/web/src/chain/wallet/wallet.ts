import type { Address } from 'viem'
import { walletAddress } from '../../api/session/session.ts'
import { readStored, STORAGE_KEYS, writeStored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'

export type WalletKind = 'announced' | 'legacy' | 'walletconnect' | 'burner' | 'member'

/**
 * The connected wallet as everyone may know it. Light on purpose: what talks to wallets
 * (`wallet-connection.ts`) comes with the wallet's sheets, so that a visitor never loads it.
 */
export interface WalletState {
  /** connecting: a wallet is being asked, either the remembered one or the one that the user just chose. */
  readonly status: 'none' | 'connecting' | 'connected'
  readonly address?: Address
  readonly chainId?: number
  /** The wallet is on another chain than the app's. */
  readonly wrongNetwork: boolean
  /** The wallet's own name; empty for those that have none. */
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
 * For the connection alone: publishes what the wallet says, and keeps the customer's two keys in local
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

/**
 * The user chose a wallet that has not answered yet: the page says so where it offered to connect
 * (requirement §2).
 */
export const startAskingWallet = (): void => {
  if (store.get().status === 'none') store.set({ ...NONE, status: 'connecting' })
}

/** It said no, or is not waited for any longer. */
export const stopAskingWallet = (): void => {
  const { status, address } = store.get()
  if (status === 'connecting' && address === undefined) store.set(NONE)
}

/** Locked, or not announced yet: nothing can be signed, and nothing is forgotten either. */
export const setWalletAway = (): void => store.set(NONE)

/** Connected or disconnected in another tab: this one looks at what is kept. */
export const followStoredWallet = (): void => store.set(remembered())

/** A wallet was connected the last time, and should be asked at launch. */
export const isWalletRemembered = (): boolean => readStored(STORAGE_KEYS.walletId) !== null
