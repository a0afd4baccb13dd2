/** Looking at what the site serves now. */
import { parseSums } from '@dr/protocol/release/release'
import type { Fault } from '../lib/release.ts'
import { addressOf, digestOf, keepRelease, WORKER } from './files.ts'
import { readContent, readOffer } from './offer.ts'
import type { PinStore, Setup } from './pin-store.ts'

/** Sum of the file that browsers load as the worker; null: there is none now. */
const workerSum = async (setup: Setup): Promise<string | null> => {
  const file = await readContent(addressOf(setup, WORKER))
  return file === 'away' || file.content === null ? null : digestOf(file.content)
}

interface Seen {
  /** What is wrong if the site offers no newer release. */
  readonly fault: Fault | null
  /** Called once all findings are reported. */
  readonly reported: () => void
}

/** Reports what is wrong with the site, then keeps a newer release if it offers one. */
const look = async (setup: Setup, store: PinStore, { fault, reported }: Seen): Promise<void> => {
  const { release, previous, next, reader } = await store.read()
  const offer = await readOffer(setup, setup.keys, release)
  const offered = typeof offer === 'object' && 'release' in offer ? offer.release : null
  const sums = [release, previous, offered].map((one) => one && parseSums(one.sums).get(WORKER))
  const sum = await workerSum(setup)
  if (sum !== null && !sums.includes(sum)) await store.change({ fault: { kind: 'worker' } })
  else if (typeof offer === 'object' && 'fault' in offer) await store.change({ fault: offer.fault })
  else if (fault !== null && offered === null) await store.change({ fault })
  reported()
  if (offered === null || offered.version === next?.release.version) return
  const kept = await keepRelease(setup, offered, reader)
  if ('other' in kept) await store.change({ fault: { kind: 'file', path: kept.other } })
  else if (kept.whole || reader.saveData)
    await store.change({ next: { release: offered, whole: kept.whole } })
}

/** Looks one after another. */
export const createCheck = (setup: Setup, store: PinStore) => {
  let last: Promise<void> = Promise.resolve()
  return (fault: Fault | null, reported: () => void = () => undefined): Promise<void> => {
    const next = last.then(() => look(setup, store, { fault, reported }))
    last = next.catch(() => undefined) // whoever asked for it has its error
    return next
  }
}
