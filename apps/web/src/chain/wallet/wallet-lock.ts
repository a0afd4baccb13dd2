import type { Address } from 'viem'
import { addressKey, readStored, writeStored } from '../../lib/storage.ts'
import { deviceNow } from '../../ui/clock.ts'

/** Another tab or sheet is already asking this wallet to sign. */
export class WalletBusy extends Error {
  override readonly name = 'WalletBusy'
}

const LEASE_MS = 15_000
const RENEW_MS = 5_000

/**
 * Runs `work` exclusively for this wallet in all tabs, so that a second tab or a double tap sends nothing.
 * Uses Web Locks (released with the tab), or a renewed lease in local storage.
 */
export const withWalletLock = async <Result>(
  address: Address,
  work: () => Promise<Result>,
): Promise<Result> => {
  const name = addressKey('signing', address)
  if ('locks' in navigator) {
    return navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) throw new WalletBusy('another tab is signing')
      return work()
    })
  }
  return withLease(name, work)
}

const withLease = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
  const owner = crypto.randomUUID()
  const held = (): readonly [string, number] => {
    const [holder = '', until = '0'] = (readStored(name) ?? '').split(' ')
    return [holder, Number(until)]
  }
  const renew = (): void => writeStored(name, `${owner} ${deviceNow() + LEASE_MS}`)
  const leftMs = held()[1] - deviceNow()
  // No lease is longer: the clock was set back since.
  if (leftMs > 0 && leftMs <= LEASE_MS) throw new WalletBusy('another tab is signing')
  renew()
  // Two tabs may have written at the same time: the last one holds the lease, and the other detects it.
  await new Promise((resolve) => setTimeout(resolve, 50))
  if (held()[0] !== owner) throw new WalletBusy('another tab is signing')
  const timer = setInterval(renew, RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (held()[0] === owner) writeStored(name, null)
  }
}
