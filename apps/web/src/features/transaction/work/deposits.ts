import { useMemo, useSyncExternalStore } from 'react'
import type { Address, Hash } from 'viem'
import { addressKey, readStored, writeStored } from '../../../lib/storage.ts'

/**
 * Deposits that were sent and not booked yet, stored per address: a deposit has no order, so its
 * transaction hash identifies it. It stays until the server reports how it was booked.
 */
const keyOf = (address: Address): string => addressKey('deposits', address)
const HASH = /^0x[0-9a-f]{64}$/
const listeners = new Set<() => void>()

const parse = (text: string | null): readonly Hash[] =>
  (text ?? '').split(',').filter((part): part is Hash => HASH.test(part))

const write = (address: Address, hashes: readonly Hash[]): void => {
  writeStored(keyOf(address), hashes.length === 0 ? null : hashes.join(','))
  for (const listener of listeners) listener()
}

export const readDeposits = (address: Address): readonly Hash[] => parse(readStored(keyOf(address)))

export const keepDeposit = (address: Address, hash: Hash): void => {
  const kept = readDeposits(address)
  if (!kept.includes(hash)) write(address, [...kept, hash])
}

export const forgetDeposit = (address: Address, hash: Hash): void =>
  write(
    address,
    readDeposits(address).filter((kept) => kept !== hash),
  )

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Re-renders when this tab or another changes the list. */
export const useDeposits = (address: Address | undefined): readonly Hash[] => {
  const text = useSyncExternalStore(
    subscribe,
    () => (address === undefined ? null : readStored(keyOf(address))),
    () => null,
  )
  return useMemo(() => parse(text), [text])
}
