import type { Address } from 'viem'
import { addressKey, readStored, writeStored } from '../../lib/storage.ts'
import { deviceNow } from '../../ui/clock.ts'

/** Another tab, or another sheet, is already asking this wallet to sign. */
export class WalletBusy extends Error {
  override readonly name = 'WalletBusy'
}

const LEASE_MS = 15_000
const RENEW_MS = 5_000

/**
 * Runs `work` while no one else, in any tab, asks the same wallet to sign: a second tab and a double tap send
 * nothing. Web Locks where the browser has them (they end with the tab); a renewed lease in local storage
 * where not.
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
  // A lease is never longer: the clock was set back since.
  if (leftMs > 0 && leftMs <= LEASE_MS) throw new WalletBusy('another tab is signing')
  renew()
  // Two tabs may have written at once: the last one holds it, and the other sees so.
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
