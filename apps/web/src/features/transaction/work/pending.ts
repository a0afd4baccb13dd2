import type { Voucher } from '@dr/protocol/calls/voucher'
import { useMemo, useSyncExternalStore } from 'react'
import type { Address, Hex } from 'viem'
import { addressKey, readStored, writeStored } from '../../../lib/storage.ts'
import type { TransactionIntent } from '../intents.ts'

/**
 * Pending work that must survive the page, stored per address. It is written before the wallet is asked, so
 * that a page closed at any moment finds it again; the chain and the order decide its outcome.
 */
export interface PendingWork {
  /** The voucher's order id; without a voucher, the id of the plan. */
  readonly orderId: string
  readonly chainId: number
  readonly kind: Voucher['kind'] | TransactionIntent['kind']
  /** signing: the wallet was asked, no hash came back yet. seen: mined with status 1, not final yet. */
  readonly stage: 'approving' | 'signing' | 'pending' | 'seen'
  readonly voucher: Voucher | null
  /**
   * A call without a voucher: its intent as text, and the figure that it changes, read before
   * (`direct-effect.ts`).
   */
  readonly direct?: { readonly to: Address; readonly intent: string; readonly before: string }
  /** Hash of the call itself, never of an approval. */
  readonly hash?: Hex
  /** Data that was sent, if it is more than the voucher's own call (with permits before it). */
  readonly data?: Hex
  /** The wallet's id of a batch (EIP-5792), until its transaction is known. */
  readonly callsId?: string
  /** The transaction's nonce and the block it was sent at: they identify a replacement. */
  readonly accountNonce?: number
  /** Number of mined transactions of the account before the wallet was asked. */
  readonly minedBefore?: number
  /** Nonce expected for the call: a repeated call without a voucher is requested with the same one. */
  readonly askedNonce?: number
  /** Requested as a batch: the wallet makes its transaction, which another account may send. */
  readonly isBatch?: boolean
  /**
   * Ended according to the wallet or a receipt. It may still be sent, and is looked up before the same is
   * requested again.
   */
  readonly over?: 'refused' | 'reverted' | 'replaced'
  /** Reverted transaction of an attempt that is over. */
  readonly revertedHash?: Hex
  /** Number of mined transactions of the account up to which the search has read. */
  readonly minedLookedAt?: number
  readonly sentAtBlock?: string
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
}

const keyOf = (address: Address): string => addressKey('pending', address)
const listeners = new Set<() => void>()
let version = 0

const changed = (): void => {
  version += 1
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === null || event.key.startsWith(addressKey('pending', ''))) listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Pending work of an address, oldest first. */
export const readPending = (address: Address): readonly PendingWork[] => {
  try {
    const stored = JSON.parse(readStored(keyOf(address)) ?? '[]') as unknown
    return Array.isArray(stored) ? (stored as PendingWork[]) : []
  } catch {
    return []
  }
}

const write = (address: Address, works: readonly PendingWork[]): void => {
  writeStored(keyOf(address), works.length === 0 ? null : JSON.stringify(works))
  changed()
}

/** Works as this page last knew them: another tab may end and remove one that this page still shows. */
const known = new Map<string, PendingWork>()
const knownKey = (address: Address, orderId: string): string => `${keyOf(address)}:${orderId}`

/** Adds the work of an order, or replaces it in its place. */
export const savePending = (address: Address, work: PendingWork): void => {
  known.set(knownKey(address, work.orderId), work)
  const works = readPending(address)
  const isKept = works.some(({ orderId }) => orderId === work.orderId)
  write(
    address,
    isKept ? works.map((kept) => (kept.orderId === work.orderId ? work : kept)) : [...works, work],
  )
}

export const forgetPending = (address: Address, orderId: string): void => {
  write(
    address,
    readPending(address).filter((work) => work.orderId !== orderId),
  )
}

export const findPending = (address: Address, orderId: string): PendingWork | undefined => {
  const work = readPending(address).find((one) => one.orderId === orderId)
  if (work !== undefined) known.set(knownKey(address, orderId), work)
  return work
}

/** Finds pending work, also after its removal: then as this page last knew it. */
export const recallPending = (address: Address, orderId: string): PendingWork | undefined =>
  findPending(address, orderId) ?? known.get(knownKey(address, orderId))

const snapshot = (address: Address | undefined): string =>
  address === undefined ? '' : `${version}:${readStored(keyOf(address)) ?? ''}`

/** Pending work; re-renders when this tab or another changes it. */
export const usePending = (address: Address | undefined): readonly PendingWork[] => {
  const text = useSyncExternalStore(
    subscribe,
    () => snapshot(address),
    () => '',
  )
  return useMemo(
    () =>
      address === undefined || text === ''
        ? []
        : readPending(address).filter(({ over }) => over === undefined),
    [address, text],
  )
}
