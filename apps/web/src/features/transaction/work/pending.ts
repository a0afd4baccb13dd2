import type { Voucher } from '@dr/protocol/calls/voucher'
import { useMemo, useSyncExternalStore } from 'react'
import type { Address, Hex } from 'viem'
import { addressKey, readStored, writeStored } from '../../../lib/storage.ts'
import type { TransactionIntent } from '../intents.ts'

/**
 * Work that must outlive the page, kept per address. It is written before the wallet is asked, so that a page
 * closed at any moment finds its way back; the chain and the order decide what became of it.
 */
export interface PendingWork {
  /** The voucher's; of a call without one, the id of its plan. */
  readonly orderId: string
  readonly chainId: number
  readonly kind: Voucher['kind'] | TransactionIntent['kind']
  /** signing: the wallet was asked, no hash came back yet. seen: mined with status 1, not final yet. */
  readonly stage: 'approving' | 'signing' | 'pending' | 'seen'
  readonly voucher: Voucher | null
  /**
   * A call without a voucher: its intent as text, and what it changes, as it was before (`direct-effect.ts`).
   */
  readonly direct?: { readonly to: Address; readonly intent: string; readonly before: string }
  /** Of the call itself, never of an approval. */
  readonly hash?: Hex
  /** What was sent, where it is more than the voucher's own call (with permits before it). */
  readonly data?: Hex
  /** The wallet's name for a batch (EIP-5792), until its transaction is known. */
  readonly callsId?: string
  /** The transaction's nonce and the block it was sent at: by them a replacement is found. */
  readonly accountNonce?: number
  /** How many transactions of the account were mined before the wallet was asked. */
  readonly minedBefore?: number
  /**
   * The nonce that the wallet would give the call: asked for again, a call without a voucher has the same.
   */
  readonly askedNonce?: number
  /**
   * Asked for as a batch: its transaction is of the wallet's own making, and may be sent by another account.
   */
  readonly isBatch?: boolean
  /**
   * By the wallet's word, or by a receipt, it is over. It may be sent all the same, and is looked up before
   * the same is asked for again.
   */
  readonly over?: 'refused' | 'reverted' | 'replaced'
  /** Reverted transaction of an attempt that is over. */
  readonly revertedHash?: Hex
  /** As many of them were looked at since. */
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

/** Work under way of an address, oldest first. */
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

/** Adds the work of an order, or replaces it in its place. */
export const savePending = (address: Address, work: PendingWork): void => {
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

export const findPending = (address: Address, orderId: string): PendingWork | undefined =>
  readPending(address).find((work) => work.orderId === orderId)

const snapshot = (address: Address | undefined): string =>
  address === undefined ? '' : `${version}:${readStored(keyOf(address)) ?? ''}`

/** Work under way; renews itself when this tab or another changes something. */
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
